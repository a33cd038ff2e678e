# SPDX-License-Identifier: MIT
# Run after a test program is linked: writes one test of ctest for each of its suites to OUTPUT, for a process for each
# single test costs more than most of them do. Suites of every backend are one test for each backend, so that a backend
# that is skipped is listed as skipped. EMULATOR and PROGRAM are the command, FILTER picks tests, NAME begins all names.
if(NOT FILTER)
  set(FILTER "*")
endif()
execute_process(COMMAND ${EMULATOR} ${PROGRAM} --gtest_list_tests --gtest_filter=${FILTER}
  OUTPUT_VARIABLE listed RESULT_VARIABLE result TIMEOUT 60)
if(NOT result EQUAL 0)
  message(FATAL_ERROR "${PROGRAM} does not list its tests: ${result}\n${listed}")
endif()

string(REGEX REPLACE " *#[^\n]*" "" listed "${listed}")
string(REGEX REPLACE "^Running main[^\n]*\n" "" listed "${listed}")
string(REPLACE "\n" ";" listed "${listed}")
set(filters "")
foreach(line ${listed})
  if(NOT line MATCHES "^ ")
    set(suite ${line})
  elseif(suite MATCHES "^Backend/" AND line MATCHES "/([^/]*)$")
    list(APPEND filters ${suite}*/${CMAKE_MATCH_1})
  else()
    list(APPEND filters ${suite}*)
  endif()
endforeach()
list(REMOVE_DUPLICATES filters)

# Skipped is a suite that has skipped all its tests and failed in none.
set(skipped "\\[  PASSED  \\] 0 tests\\.\n(\\[  SKIPPED \\][^\n]*\n)+$")
set(command "")
foreach(word ${EMULATOR} ${PROGRAM})
  string(APPEND command " [=[${word}]=]")
endforeach()
set(tests "")
foreach(filter ${filters})
  string(REGEX REPLACE "\\.?\\*" "" name ${NAME}/${filter})
  string(APPEND tests "add_test([=[${name}]=]${command} [=[--gtest_filter=${filter}]=])\n"
    "set_tests_properties([=[${name}]=] PROPERTIES\n"
    "  TIMEOUT ${TIMEOUT} PROCESSORS ${PROCESSORS} COST ${COST} ENVIRONMENT [=[${ENVIRONMENT}]=] SKIP_REGULAR_EXPRESSION [=[${skipped}]=])\n")
endforeach()
file(WRITE ${OUTPUT} "${tests}")

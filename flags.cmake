# SPDX-License-Identifier: MIT
# Warnings and hardening are for everything of ours; what is preloaded into other programs has neither sanitizers nor a
# C++ runtime, everything else takes all flags.
add_library(spectrumd_warnings INTERFACE)
target_compile_options(spectrumd_warnings INTERFACE
  -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wno-sign-conversion -Wno-missing-field-initializers)
if(SPECTRUMD_WERROR)
  target_compile_options(spectrumd_warnings INTERFACE -Werror)
endif()
if(CMAKE_CXX_COMPILER_ID STREQUAL GNU AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
  target_compile_options(spectrumd_warnings INTERFACE $<$<COMPILE_LANGUAGE:CXX>:-Wno-restrict>)  # false at -O3: GCC 105651
endif()
check_cxx_symbol_exists(__arm__ cstddef SPECTRUMD_ARM_32)
if(SPECTRUMD_ARM_32)
  target_compile_options(spectrumd_warnings INTERFACE -Wno-psabi)  # GCC reports each structure that GCC 6 passed otherwise
endif()

if(CMAKE_UNITY_BUILD AND CMAKE_CXX_COMPILER_ID STREQUAL GNU)  # it takes the files compiled as one for headers
  target_compile_options(spectrumd_warnings INTERFACE $<$<COMPILE_LANGUAGE:CXX>:-Wno-subobject-linkage>)
endif()

add_library(spectrumd_hardening INTERFACE)
add_library(spectrumd_flags INTERFACE)
target_link_libraries(spectrumd_flags INTERFACE spectrumd_warnings spectrumd_hardening)
if(CMAKE_SIZEOF_VOID_P EQUAL 4)  # files of 2 GiB and more: a quarter of an hour of samples
  target_compile_definitions(spectrumd_flags INTERFACE _FILE_OFFSET_BITS=64)
endif()
# Atomics of 64 bits are a library's on ARMv6.
target_link_libraries(spectrumd_flags INTERFACE -Wl,--push-state,--as-needed,-latomic,--pop-state)
check_pie_supported()
if(SPECTRUMD_FUZZ)
  if(NOT CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
    message(FATAL_ERROR "SPECTRUMD_FUZZ needs clang: -DCMAKE_CXX_COMPILER=clang++")
  endif()
  target_compile_options(spectrumd_flags INTERFACE
    -fsanitize=fuzzer-no-link,address,undefined -fno-sanitize-recover=all)
elseif(SPECTRUMD_SANITIZE)
  # g++ 12 takes members of a std::variant for uninitialised once a sanitizer is in the code.
  target_compile_options(spectrumd_flags INTERFACE
    -fsanitize=${SPECTRUMD_SANITIZE} -fno-omit-frame-pointer -fno-sanitize-recover=all -Wno-maybe-uninitialized)
  target_link_options(spectrumd_flags INTERFACE -fsanitize=${SPECTRUMD_SANITIZE})
else()  # the sanitizers find what hardening finds, earlier
  foreach(flag -fstack-protector-strong -fstack-clash-protection -fcf-protection)
    string(MAKE_C_IDENTIFIER "SPECTRUMD_HAS${flag}" known)
    check_cxx_compiler_flag(${flag} ${known})
    if(${known})
      target_compile_options(spectrumd_hardening INTERFACE $<$<COMPILE_LANGUAGE:CXX>:${flag}>)
    endif()
  endforeach()
  target_compile_definitions(spectrumd_hardening INTERFACE $<$<NOT:$<CONFIG:Debug>>:_FORTIFY_SOURCE=2>)
  target_link_options(spectrumd_hardening INTERFACE LINKER:-z,relro,-z,now)
  target_compile_definitions(spectrumd_flags INTERFACE _GLIBCXX_ASSERTIONS)
endif()

# Arithmetic that one thread does: ThreadSanitizer would find nothing in these files, and make them many times slower.
function(single_threaded)
  if(SPECTRUMD_SANITIZE MATCHES "thread")
    set_property(SOURCE ${ARGN} APPEND PROPERTY COMPILE_OPTIONS -fno-sanitize=thread)
  endif()
endfunction()

// SPDX-License-Identifier: MIT
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "tests/qpu/program/run_qpu.h"

// `qpu emulate` as a user runs it, on programs that know nothing of it. The paths come from CMake.
namespace qpu {
namespace {

using testing::AnyOf;
using testing::HasSubstr;
using testing::Not;

namespace fs = std::filesystem;

// How a program is put under emulation: as it is, or built for ARM and run by qemu-user.
struct Way {
  std::string name, programs, before_program, options;
  bool available = true;
};
void PrintTo(const Way& way, std::ostream* out) { *out << way.name; }

const Way kNative{"native", EMULATED_PROGRAMS, "", "", true};
const Way kArm{"arm", ARM_PROGRAMS, "qemu-arm -L /usr/arm-linux-gnueabihf ",
               "--preload " ARM_PROGRAMS "/libqpu_preload.so ", *ARM_PROGRAMS != '\0'};

ProgramRun emulate(const Way& way, const std::string& options, const std::string& program) {
  return run_qpu("emulate " + way.options + options + " -- " + way.before_program + way.programs + "/" + program);
}

class EveryWay : public testing::TestWithParam<Way> {
 protected:
  void SetUp() override {
    if (!GetParam().available) GTEST_SKIP() << "no cross compiler for ARM or no qemu-arm on this machine";
  }
};

std::string name_of_way(const testing::TestParamInfo<Way>& info) { return info.param.name; }

INSTANTIATE_TEST_SUITE_P(Ways, EveryWay, testing::Values(kNative, kArm), name_of_way);

TEST_P(EveryWay, RunsAnUnmodifiedProgramOnEveryBoard) {
  const std::pair<const char*, const char*> boards[] = {{"pi1", "base 20000000 alias 4"},
                                                        {"zero", "base 20000000 alias 4"},
                                                        {"pi2", "base 3f000000 alias c"},
                                                        {"pi3", "base 3f000000 alias c"}};
  for (const auto& [board, facts] : boards) {
    const ProgramRun run = emulate(GetParam(), std::string("--board ") + board, "raspberry_program");
    EXPECT_EQ(run.output, std::string(facts) + " ident 02443356 mailbox 0 registers 0\n");
    EXPECT_EQ(run.status, 0);
  }
}

// ARM instructions of both sets, not only the one that the compiler prefers.
TEST(Emulate, ServesTheOlderArmInstructionsToo) {
  if (!kArm.available) GTEST_SKIP() << "no cross compiler for ARM or no qemu-arm on this machine";
  EXPECT_EQ(emulate(kArm, "", "raspberry_program_a32").status, 0);
  EXPECT_EQ(emulate(kArm, "", "hard_cases_a32 odd_accesses").status, 0);
}

class EveryCase : public testing::TestWithParam<std::tuple<Way, std::string>> {};

TEST_P(EveryCase, GoesAsOnAPi) {
  const auto& [way, name] = GetParam();
  if (!way.available) GTEST_SKIP() << "no cross compiler for ARM or no qemu-arm on this machine";
  const ProgramRun run = emulate(way, "", "hard_cases " + name);
  EXPECT_EQ(run.status, 0) << run.output;
  EXPECT_EQ(run.output, "");
}

std::string name_of_case(const testing::TestParamInfo<std::tuple<Way, std::string>>& info) {
  return std::get<0>(info.param).name + "_" + std::get<1>(info.param);
}

INSTANTIATE_TEST_SUITE_P(Cases, EveryCase,
                         testing::Combine(testing::Values(kNative, kArm),
                                          testing::Values("own_handler", "blocked_signals", "in_handler",
                                                          "odd_accesses", "mapped_twice", "threads", "forked",
                                                          "own_node", "facts", "awaited_in_memory", "shared_memory",
                                                          "stopped")),
                         name_of_case);

TEST(Emulate, StepsThroughInstructionsThatAreNoLoads) {
  const ProgramRun run = emulate(kNative, "", "hard_cases copied");
  EXPECT_EQ(run.status, 0) << run.output;
}

TEST(Emulate, LetsAProgramCrashAsItWould) { EXPECT_EQ(emulate(kNative, "", "hard_cases crash").status, 128 + SIGSEGV); }

TEST(Emulate, ReportsADeadlockAndLooksLikeAHang) {
  const ProgramRun run = emulate(kNative, "", "hard_cases deadlock");
  EXPECT_EQ(run.status, 0) << run.output;
  EXPECT_THAT(run.output, HasSubstr("QPU 0 at 0x50000000 for semaphore 5"));
  EXPECT_THAT(run.output, HasSubstr("sacq"));
  EXPECT_THAT(run.output, HasSubstr("programs hang from here on"));
}

TEST(Emulate, KeepsWhatAKilledProcessHeldForTheNextOne) {
  const std::string programs = kNative.programs;
  const ProgramRun run =
      run_qpu("emulate -- sh -c '" + programs + "/hard_cases killed; " + programs + "/raspberry_program'");
  EXPECT_EQ(run.status, 0) << run.output;
  EXPECT_THAT(run.output, HasSubstr("mailbox 0 registers 0"));
  EXPECT_THAT(run.output, HasSubstr("GPU memory was left behind, in 1 pieces"));
}

TEST_P(EveryWay, ExplainsTheNumberOfTheOtherWordSizeOnce) {
  const ProgramRun run = emulate(GetParam(), "", "hard_cases wrong_number");
  EXPECT_EQ(run.status, 0) << run.output;
  const std::size_t first = run.output.find("_IOWR(100, 0, char *)");
  ASSERT_NE(first, std::string::npos) << run.output;
  EXPECT_EQ(run.output.find("_IOWR", first + 1), std::string::npos);
}

// A folder of temporary files that nothing else uses.
class EmulateLeavesNothing : public testing::Test {
 protected:
  EmulateLeavesNothing() { fs::create_directories(folder); }
  ~EmulateLeavesNothing() override { fs::remove_all(folder); }

  ProgramRun shell(const std::string& command) const {
    return run_qpu("--version > /dev/null; export TMPDIR=" + folder.string() + "; unset XDG_RUNTIME_DIR; " + command);
  }

  const fs::path folder = fs::temp_directory_path() / ("emulate_leaves." + std::to_string(getpid()));
};

TEST_F(EmulateLeavesNothing, OfTheRuntimeFolderItProvides) {
  const std::string program = kNative.programs + "/hard_cases runtime_folder";
  const ProgramRun run = shell(QPU_PROGRAM " emulate -- " + program);
  EXPECT_EQ(run.status, 0) << run.output;
  EXPECT_THAT(run.output, HasSubstr(folder.string()));
  EXPECT_TRUE(fs::is_empty(folder));
}

TEST_F(EmulateLeavesNothing, OnceTheNextOneHasRunAfterAKill) {
  shell(QPU_PROGRAM " emulate -- sh -c 'kill -KILL $PPID'");
  ASSERT_EQ(std::distance(fs::directory_iterator(folder), {}), 1);
  const fs::path left = fs::directory_iterator(folder)->path();
  shell("touch -d '1 minute ago' " + left.string() + "; " QPU_PROGRAM " emulate -- true");
  EXPECT_TRUE(fs::is_empty(folder));
}

TEST_F(EmulateLeavesNothing, ButTheFolderOfAnotherThatRuns) {
  const std::string outlasts =
      "touch -d \"1 minute ago\" $QPU_EMULATE_SESSION; " QPU_PROGRAM " emulate -- true; ls $QPU_EMULATE_SESSION";
  const ProgramRun run = shell(QPU_PROGRAM " emulate -- sh -c '" + outlasts + "'");
  EXPECT_THAT(run.output, HasSubstr("socket"));
}

TEST(Emulate, PassesArgumentsAndStatusThrough) {
  const ProgramRun run = run_qpu("emulate -- sh -c 'echo \"$0 $1\"; exit 7' one --board");
  EXPECT_EQ(run.output, "one --board\n");
  EXPECT_EQ(run.status, 7);
}

TEST(Emulate, RefusesWhatItCannotRun) {
  EXPECT_EQ(run_qpu("emulate -- no_such_program_anywhere").status, 127);
  const ProgramRun missing = run_qpu("emulate -- ./missing");
  EXPECT_EQ(missing.status, 127);
  EXPECT_EQ(missing.output, "qpu emulate: ./missing: there is no such program\n");
  EXPECT_EQ(run_qpu("emulate -- /tmp").status, 126);
  const ProgramRun linked = run_qpu("emulate -- " + kNative.programs + "/static_program");
  EXPECT_EQ(linked.status, 126);
  EXPECT_THAT(linked.output, HasSubstr("statically linked, so no preloaded library can reach it"));
}

TEST(Emulate, RefusesProgramsOfAnotherUser) {
  if (geteuid() != 0) GTEST_SKIP() << "only root can give files away";
  const fs::path program = fs::temp_directory_path() / ("setuid_program." + std::to_string(getpid()));
  fs::copy_file(kNative.programs + "/hard_cases", program);
  ASSERT_EQ(chown(program.c_str(), 65534, 65534), 0);
  ASSERT_EQ(chmod(program.c_str(), 04755), 0);
  const ProgramRun run = run_qpu("emulate -- " + program.string() + " facts");
  fs::remove(program);
  EXPECT_EQ(run.status, 126);
  EXPECT_THAT(run.output, HasSubstr("setuid and setgid programs load no preloaded library"));
}

TEST(Emulate, RefusesOptionsThatMeanNothing) {
  EXPECT_EQ(run_qpu("emulate --board pi4 -- true").status, 64);
  EXPECT_EQ(run_qpu("emulate").status, 64);
  const ProgramRun fault = run_qpu("emulate --fault fire -- true");
  EXPECT_EQ(fault.status, 1);
  EXPECT_THAT(fault.output, HasSubstr("unknown fault 'fire'; choose one of missing-node,"));
}

// Files of one test, gone with it.
class EmulateWithFiles : public testing::Test {
 protected:
  EmulateWithFiles() { fs::create_directories(folder); }
  ~EmulateWithFiles() override { fs::remove_all(folder); }

  std::vector<std::string> lines_of(const std::string& name) const {
    std::vector<std::string> lines;
    std::ifstream file(folder / name);
    for (std::string line; std::getline(file, line);) lines.push_back(line);
    return lines;
  }
  // The room mailbox/ as a program, with its log of handles here.
  ProgramRun mailbox_program(const std::string& options) const {
    return emulate(kNative, options, "mailbox_program " + (folder / "handles").string());
  }

  const fs::path folder = fs::temp_directory_path() / ("qpu_emulate_test." + std::to_string(getpid()));
};

TEST_F(EmulateWithFiles, WritesAnObjectForEachLaunch) {
  emulate(kNative, "--board zero --stats " + (folder / "stats").string(), "raspberry_program");
  const std::vector<std::string> lines = lines_of("stats");
  ASSERT_EQ(lines.size(), 2u);
  for (const std::string& line : lines) {
    const auto launch = nlohmann::json::parse(line);
    const bool by_mailbox = &line == &lines.front();
    EXPECT_EQ(launch["launch"], by_mailbox ? "mailbox" : "registers");
    EXPECT_EQ(launch["board"], "zero");
    EXPECT_EQ(launch["qpus"], 12);
    EXPECT_EQ(launch["instructions"], 12 * 13);
    EXPECT_EQ(launch["vpm_written_words"], 12 * 16);
    EXPECT_EQ(launch["vdw_words"], 12 * 16);
    EXPECT_EQ(launch["sdram_written_bytes"], 0);  // they are in the L2 still (U22b)
    EXPECT_GT(launch["cycles"], 13 * 4);
    const double microseconds = launch["microseconds"], on_the_chip = launch["cycles"].get<double>() / 300;
    if (by_mailbox)
      EXPECT_GE(microseconds, 100 + on_the_chip);
    else
      EXPECT_NEAR(microseconds, 15 + on_the_chip, 1e-6);
  }
}

// The host may let a caller wait between two writes: for the chip no time passes meanwhile.
TEST_F(EmulateWithFiles, StopsTheClockWhileTheProgramHasNoProcessor) {
  for (int run = 0; run < 5; ++run) {
    const std::string name = "stats" + std::to_string(run);
    EXPECT_EQ(emulate(kNative, "--stats " + (folder / name).string(), "hard_cases stopped").status, 0);
    const std::vector<std::string> lines = lines_of(name);
    ASSERT_EQ(lines.size(), 1u);
    EXPECT_EQ(nlohmann::json::parse(lines[0])["programs"], 2);
    EXPECT_EQ(lines, lines_of("stats0"));
  }
}

// Without the interruption the program would run for hours.
TEST_F(EmulateWithFiles, EndsALongExecuteAtOnceWhenItIsToldToStop) {
  const std::string stats = (folder / "stats").string(), program = kNative.programs + "/endless_program";
  const ProgramRun ended =
      run_qpu("emulate --stats " + stats + " -- sh -c '(sleep 0.3; kill -TERM $PPID) & exec " + program + "'");
  EXPECT_EQ(ended.status, 128 + SIGTERM);
  EXPECT_THAT(ended.output, HasSubstr("the program was ended by a signal: Terminated"));
  ASSERT_EQ(lines_of("stats").size(), 1u);
  EXPECT_EQ(nlohmann::json::parse(lines_of("stats")[0])["outcome"], "interrupted");
  EXPECT_GT(nlohmann::json::parse(lines_of("stats")[0])["cycles"], 0);
}

TEST_F(EmulateWithFiles, EndsALongExecuteWhoseProgramIsGone) {
  const std::string program = kNative.programs + "/endless_program";
  EXPECT_EQ(run_qpu("emulate -- sh -c '(sleep 0.3; kill -KILL $$) & exec " + program + "'").status, 128 + SIGKILL);
}

TEST_F(EmulateWithFiles, LetsAProgramThatStaysGoOnAfterAnInterruption) {
  const std::string program = kNative.programs + "/endless_program", next = kNative.programs + "/raspberry_program";
  const ProgramRun run =
      run_qpu("emulate -- sh -c 'trap : INT; (sleep 0.3; kill -INT $PPID) & " + program + " && " + next + "'");
  EXPECT_EQ(run.status, 0) << run.output;
  EXPECT_THAT(run.output, HasSubstr("mailbox 0 registers 0"));
}

// What a program stores it awaits, so it does not notice.
TEST(Emulate, RunsOnALateMachine) {
  const ProgramRun run = emulate(kNative, "--late", "raspberry_program");
  EXPECT_EQ(run.status, 0);
  EXPECT_THAT(run.output, HasSubstr("mailbox 0 registers 0"));
  EXPECT_EQ(emulate(kNative, "--later", "raspberry_program").status, 64);
}

TEST_F(EmulateWithFiles, TracesEachInstruction) {
  emulate(kNative, "--trace " + (folder / "trace").string(), "raspberry_program");
  EXPECT_EQ(lines_of("trace").size(), 2 * 12 * 13u);
}

TEST_F(EmulateWithFiles, ServesTheMailboxRoomAsAPiWould) {
  const ProgramRun run = mailbox_program("--board pi3 --gpu-mem 128");
  EXPECT_THAT(run.output, HasSubstr("Raspberry Pi 3B: V3D at "));
  EXPECT_THAT(run.output, HasSubstr("gpu_mem 128, 0 wrong by mailbox, 0 by registers, 28 uniforms, 0 reclaimed"));
  EXPECT_THAT(run.output, Not(AnyOf(HasSubstr("left behind, in"), HasSubstr("left enabled"))));
}

TEST_F(EmulateWithFiles, LetsTheNextProcessReclaim) {
  std::ofstream(folder / "handles") << "1 0 4096 this-boot\n";
  const std::string programs = kNative.programs;
  const ProgramRun run = run_qpu("emulate -- sh -c '" + programs + "/hard_cases killed; " + programs +
                                 "/mailbox_program " + (folder / "handles").string() + "'");
  EXPECT_THAT(run.output, HasSubstr("1 reclaimed"));
  EXPECT_THAT(run.output, Not(HasSubstr("GPU memory was left behind")));
}

TEST_F(EmulateWithFiles, GivesEachScriptedFaultItsOwnErrorAndLosesNothing) {
  const std::pair<const char*, const char*> faults[] = {
      {"missing-node", "/dev/vcio: not found"},
      {"node-eacces", "/dev/vcio: permission denied"},
      {"eperm", "it is a restricted vcio node"},
      {"einval", "both 32-bit or both 64-bit"},
      {"enotty", "not a vcio device"},
      {"etimedout", "within the second the kernel waits"},
      {"refused-enable", "the kernel's vc4 driver owns V3D"},
      {"no-memory", "4096 bytes are not available"},
      {"lock-fails", "handle 1 cannot be locked"},
      {"time-out", "raised no host interrupt in 500 ms"},
      {"hang:after=4", "4 of 4 programs have not ended in 500 ms"},
      {"mem-eperm", "/dev/mem: permission denied"},
      {"mem-mmap-eperm", "/dev/mem: opened, but the kernel forbids mapping it"},
      {"powered-off", "V3D: powered off"},
  };
  for (const auto& [fault, text] : faults) {
    const ProgramRun run = mailbox_program(std::string("--fault ") + fault);
    EXPECT_EQ(run.status, 1) << fault;
    EXPECT_THAT(run.output, HasSubstr(text)) << fault;
    EXPECT_THAT(run.output, Not(AnyOf(HasSubstr("left behind, in"), HasSubstr("left enabled")))) << fault;
  }
}

}  // namespace
}  // namespace qpu

// SPDX-License-Identifier: MIT
#include "qpu/firmware/emulated_board.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>

#include "mailbox/firmware_command.h"
#include "mailbox/gpu_memory.h"
#include "mailbox/launchers.h"
#include "mailbox/qpu_power.h"
#include "tests/mailbox/thrown.h"
#include "tests/qpu/firmware/exercise.h"

namespace qpu {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

const std::filesystem::path kLog =
    std::filesystem::temp_directory_path() / ("emulated_board_test." + std::to_string(getpid()));

std::string exercised(EmulatedPi& pi) {
  std::filesystem::remove(kLog);
  EmulatedBoard board(pi);
  const std::string seen = exercise(board, kLog);
  std::filesystem::remove(kLog);
  return seen;
}

class EveryEmulatedBoard : public testing::TestWithParam<const char*> {};

TEST_P(EveryEmulatedBoard, ServesTheMailboxRoom) {
  EmulatedPi pi({.board = GetParam()});
  EXPECT_THAT(exercised(pi), HasSubstr("gpu_mem 256, 0 wrong by mailbox, 0 by registers, 28 uniforms, 0 reclaimed"));
  EXPECT_EQ(pi.pieces_allocated(), 0u);
  EXPECT_FALSE(pi.qpus_enabled());
}

INSTANTIATE_TEST_SUITE_P(Boards, EveryEmulatedBoard, testing::Values("pi1", "zero", "pi2", "pi3"),
                         [](const auto& test) { return std::string(test.param); });

struct Scripted {
  const char* fault;
  const char* text;
};
void PrintTo(const Scripted& one, std::ostream* out) { *out << one.fault; }

class EveryScriptedFault : public testing::TestWithParam<Scripted> {};

TEST_P(EveryScriptedFault, HasItsOwnErrorAndLeavesNothingBehind) {
  EmulatedPiOptions options;
  options.faults.add(GetParam().fault);
  EmulatedPi pi(std::move(options));
  EXPECT_THAT(thrown([&] { exercised(pi); }), HasSubstr(GetParam().text));
  EXPECT_EQ(pi.pieces_allocated(), 0u);
  EXPECT_FALSE(pi.qpus_enabled());
}

INSTANTIATE_TEST_SUITE_P(
    Faults, EveryScriptedFault,
    testing::Values(
        Scripted{"missing-node", "/dev/vcio: not found"}, Scripted{"node-eacces", "/dev/vcio: permission denied"},
        Scripted{"eperm", "it is a restricted vcio node"}, Scripted{"einval", "considers the message malformed"},
        Scripted{"enotty", "not a vcio device"}, Scripted{"parse-error", "considers the message malformed"},
        Scripted{"etimedout", "within the second the kernel waits"},
        Scripted{"refused-enable", "the kernel's vc4 driver owns V3D"},
        Scripted{"no-memory", "4096 bytes are not available"}, Scripted{"no-memory:after=1", "bytes are not available"},
        Scripted{"lock-fails", "handle 1 cannot be locked"},
        Scripted{"lock-fails:after=1", "handle 2 cannot be locked"},
        Scripted{"time-out", "4 programs raised no host interrupt in 500 ms"},
        Scripted{"hang", "4 programs raised no host interrupt"},
        Scripted{"hang:after=4", "4 of 4 programs have not ended in 500 ms"},
        Scripted{"mem-eperm", "/dev/mem: permission denied"},
        Scripted{"mem-mmap-eperm", "/dev/mem: opened, but the kernel forbids mapping it"},
        Scripted{"mem-mmap-eperm:after=2", "/dev/mem: opened, but the kernel forbids mapping it"},
        Scripted{"powered-off", "V3D: powered off"}));

class EmulatedBoardTest : public testing::Test {
 protected:
  EmulatedBoardTest() {
    pi_options.reports.log = [this](std::string_view line) { logged += line; };
    pi_options.reports.run_ended = [this](const RunRecord& record) { records.push_back(record); };
  }

  std::string logged;
  std::vector<RunRecord> records;
  EmulatedPiOptions pi_options;
};

TEST_F(EmulatedBoardTest, RecordsEachLaunch) {
  EmulatedPi pi(pi_options);
  exercised(pi);
  ASSERT_EQ(records.size(), 2u);
  EXPECT_EQ(records[0].launch, RunRecord::Launch::Mailbox);
  EXPECT_EQ(records[1].launch, RunRecord::Launch::Registers);
  for (const RunRecord& record : records) {
    EXPECT_EQ(record.outcome, "done");
    EXPECT_EQ(record.programs, 4u);
    EXPECT_EQ(record.statistics.instructions, 4 * 13u);
    EXPECT_EQ(record.statistics.vdw_words, 4 * 16u);
    EXPECT_THAT(to_json(record), HasSubstr("\"qpus\":4,\"programs\":4,"));
  }
  EXPECT_NEAR(records[1].microseconds, 16.8 + static_cast<double>(records[1].statistics.cycles) / 250, 1e-6);
}

TEST_F(EmulatedBoardTest, ReclaimsWhatAKilledProcessLeft) {
  EmulatedPi pi(pi_options);
  EmulatedBoard board(pi);
  mailbox::Mailbox mailbox(board);
  std::filesystem::remove(kLog);
  {
    mailbox::HandleLog log(kLog, "this-boot");
    const mailbox::MemoryHandle handle = mailbox.allocate(4096, 4096, mailbox::MemoryFlags::Direct);
    log.add(handle, mailbox.lock(handle), 4096);
  }
  EXPECT_THAT(exercise(board, kLog), HasSubstr("1 reclaimed"));
  EXPECT_EQ(pi.pieces_allocated(), 0u);
}

// What a program that does not come to an end looks like, and what helps.
class HangingProgram : public EmulatedBoardTest {
 protected:
  // Runs one program by the mailbox; gives the error.
  std::string run(std::span<const std::uint32_t> code, mailbox::Mailbox& mailbox) {
    mailbox::GpuMemory memory(mailbox, 4096);
    memory.store(0, code);
    const mailbox::Job job{memory.address() + 1024, memory.address()};
    return thrown([&] { mailbox::MailboxLauncher(mailbox).run(std::span(&job, 1), std::chrono::milliseconds(2)); });
  }
};

constexpr std::uint32_t kEndless[]{0xffffffe0, 0xf0f809e7, 0x009e7000, 0x100009e7,   // brr -, itself
                                   0x009e7000, 0x100009e7, 0x009e7000, 0x100009e7};  // three delay slots
constexpr std::uint32_t kAcquire[]{0x00000015, 0xe80009e7};                          // sacq -, 5
constexpr std::uint32_t kNoInterrupt[]{0x009e7000, 0x300009e7, 0x009e7000, 0x100009e7, 0x009e7000, 0x100009e7};

TEST_F(HangingProgram, TimesOutWithAReportAndNeedsThePowerCycled) {
  EmulatedPi pi(pi_options);
  EmulatedBoard board(pi);
  mailbox::Mailbox mailbox(board);
  mailbox::QpuPower power(mailbox);
  EXPECT_THAT(run(kEndless, mailbox), HasSubstr("raised no host interrupt in 2 ms"));
  EXPECT_THAT(logged, HasSubstr("QPU 0"));
  EXPECT_THAT(logged, HasSubstr("programs hang from here on"));
  EXPECT_THAT(run(kNoInterrupt, mailbox), HasSubstr("raised no host interrupt"));
  power.cycle();
  logged.clear();
  EXPECT_THAT(run(kNoInterrupt, mailbox), HasSubstr("raised no host interrupt"));
  EXPECT_EQ(records.back().outcome, "no host interrupt");
  EXPECT_THAT(logged, HasSubstr("none wrote host_int"));
}

TEST_F(HangingProgram, IsADeadlockWhenAllWait) {
  EmulatedPi pi(pi_options);
  EmulatedBoard board(pi);
  mailbox::Mailbox mailbox(board);
  const mailbox::QpuPower power(mailbox);
  EXPECT_THAT(run(kAcquire, mailbox), HasSubstr("raised no host interrupt"));
  EXPECT_EQ(records.back().outcome, name_of(FaultKind::Deadlock));
  EXPECT_THAT(logged, HasSubstr("semaphore"));
}

TEST_F(HangingProgram, IsNoticedWhenLaunchedByRegistersToo) {
  EmulatedPi pi(pi_options);
  EmulatedBoard board(pi);
  mailbox::Mailbox mailbox(board);
  const mailbox::QpuPower power(mailbox);
  mailbox::GpuMemory memory(mailbox, 4096);
  memory.store(0, kAcquire);
  const mailbox::Job job{memory.address() + 1024, memory.address()};
  EXPECT_THAT(thrown([&] { mailbox::RegisterLauncher(board).run(std::span(&job, 1), std::chrono::milliseconds(200)); }),
              HasSubstr("1 of 1 programs have not ended"));
  EXPECT_EQ(records.back().outcome, name_of(FaultKind::Deadlock));
}

TEST(EmulatedFirmware, AnswersWhatVcgencmdAsks) {
  EmulatedPi pi({.throttled = 0x50005});
  EmulatedBoard board(pi);
  EXPECT_EQ(mailbox::firmware_command(board, "get_throttled"), "throttled=0x50005");
  EXPECT_EQ(mailbox::Mailbox(board).throttled(), 0x50005U);
  EXPECT_EQ(mailbox::firmware_command(board, "make_tea"), "error=1 error_msg=\"Command not registered\"");
}

TEST_F(EmulatedBoardTest, SmallGpuMemoryMeansFirmwareWithout3d) {
  pi_options.gpu_megabytes = 16;
  EmulatedPi pi(pi_options);
  EmulatedBoard board(pi);
  mailbox::Mailbox mailbox(board);
  EXPECT_EQ(mailbox.firmware_variant(), mailbox::FirmwareVariant::CutDown);
  EXPECT_THAT(thrown([&] { mailbox.enable_qpus(); }), HasSubstr("gpu_mem=16 loads start_cd.elf"));
}

}  // namespace
}  // namespace qpu

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
  EXPECT_NEAR(records[1].microseconds, 15 + static_cast<double>(records[1].statistics.cycles) / 250, 1e-6);
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

// Length of the answer and its words, of one tag with a buffer of 16 words.
std::pair<std::uint32_t, std::vector<std::uint32_t>> answer_of(EmulatedPi& pi, std::uint32_t tag,
                                                               std::initializer_list<std::uint32_t> request = {}) {
  std::vector<std::uint32_t> message(22);
  message[0] = 88, message[2] = tag, message[3] = 64;
  std::copy(request.begin(), request.end(), message.begin() + 5);
  EXPECT_EQ(pi.property_call(message), 0);
  return {message[4], {message.begin() + 5, message.end() - 1}};
}

// Reference 9.3, from end to end.
TEST(EmulatedFirmware, AnswersEveryTagOfTheReference) {
  EmulatedPi pi;
  for (const std::uint32_t tag :
       {0x1,     0x2,     0x3,     0x10001, 0x10002, 0x10003, 0x10004, 0x10005, 0x10006, 0x20001,
        0x28001, 0x30030, 0x38030, 0x30001, 0x38001, 0x30002, 0x30047, 0x30004, 0x30007, 0x38002,
        0x30009, 0x38009, 0x30003, 0x38003, 0x30006, 0x3000A, 0x30046, 0x3000B, 0x3000C, 0x3000D,
        0x3000E, 0x3000F, 0x30010, 0x30011, 0x30012, 0x50001, 0x60001})
    EXPECT_EQ(answer_of(pi, tag).first >> 31, 1u) << std::hex << tag;
  EXPECT_EQ(answer_of(pi, 0x12345).first >> 31, 0u);
}

TEST(EmulatedFirmware, GivesTheMacAddressInSixBytesAndTheSerialNumberInEight) {
  EmulatedPi pi;
  EXPECT_EQ(answer_of(pi, 0x10003).first, 0x80000006u);
  EXPECT_EQ(answer_of(pi, 0x10003).second[0], 0xcdeb27b8u);
  EXPECT_EQ(answer_of(pi, 0x10003).second[1], 0x01efu);
  EXPECT_EQ(answer_of(pi, 0x10004).first, 0x80000008u);
  EXPECT_EQ(answer_of(pi, 0x10004).second[0], 0xabcdef01u);
}

TEST_F(EmulatedBoardTest, CountsTheChipsTime) {
  EmulatedPi pi(pi_options);
  EmulatedBoard board(pi);
  const auto now = [&] { return mailbox::Mailbox(board).system_time().count(); };
  const auto before = now();
  exercised(pi);
  EXPECT_NEAR(static_cast<double>(now() - before), records[0].microseconds + records[1].microseconds, 2);
  const auto after = now();
  EXPECT_EQ(now(), after + 1) << "who waits by it comes to an end";
}

TEST_F(EmulatedBoardTest, SaysThatItHasNoVpu) {
  EmulatedPi pi(pi_options);
  answer_of(pi, 0x30010, {0xc0001000});
  EXPECT_THAT(logged, HasSubstr("the VPU is not emulated, the function at 0xc0001000 did nothing"));
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

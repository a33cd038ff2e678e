// SPDX-License-Identifier: MIT
#include "mailbox/mailbox.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "mailbox/qpu_power.h"
#include "tests/mailbox/fake_board.h"
#include "tests/mailbox/thrown.h"

namespace mailbox {
namespace {

using testing::HasSubstr;
using testing::Not;
using Words = std::vector<std::uint32_t>;

class MailboxTest : public testing::Test {
 protected:
  FakeBoard board;
  Mailbox mailbox{board};

  FakeBoard::Call last_call() const { return board.calls.back(); }
};

TEST_F(MailboxTest, KnowsItsBoardFromTheStart) {
  EXPECT_EQ(board.tags(), std::vector{Tag::BoardRevision});
  EXPECT_EQ(mailbox.facts().model, "Raspberry Pi B+");
}

TEST_F(MailboxTest, RefusesABoardWithoutQpusAtOnce) {
  board.answers[Tag::BoardRevision] = {0xc03111};
  EXPECT_THAT(thrown([&] { Mailbox other(board); }), HasSubstr("Raspberry Pi 4B"));
}

TEST_F(MailboxTest, AsksForFacts) {
  board.answers[Tag::FirmwareRevision] = {1234};
  board.answers[Tag::FirmwareVariant] = {4};
  board.answers[Tag::ArmMemory] = {0, 0x1C00'0000};
  board.answers[Tag::Temperature] = {0, 48'312};
  board.answers[Tag::Throttled] = {0x50005};
  board.answers[Tag::GetDomain] = {11, 1};
  EXPECT_EQ(mailbox.firmware_revision(), 1234u);
  EXPECT_EQ(mailbox.firmware_variant(), FirmwareVariant::CutDown);
  EXPECT_EQ(mailbox.arm_memory().bytes, 0x1C00'0000u);
  EXPECT_EQ(mailbox.video_core_memory().base.value, 0x1C00'0000u);
  EXPECT_DOUBLE_EQ(mailbox.temperature_celsius(), 48.312);
  EXPECT_EQ(mailbox.throttled() & (kUndervoltage | kThrottled), kUndervoltage | kThrottled);
  EXPECT_TRUE(mailbox.v3d_domain_powered());
  EXPECT_EQ(last_call(), (FakeBoard::Call{Tag::GetDomain, {11}}));
}

TEST_F(MailboxTest, AsksForTheClocksById) {
  board.answers[Tag::ClockRate] = {5, 250'000'000};
  board.answers[Tag::MaximumClockRate] = {5, 300'000'000};
  board.answers[Tag::MeasuredClockRate] = {3, 699'999'000};
  EXPECT_EQ(mailbox.clock_rate(Clock::V3d).value, 250'000'000u);
  EXPECT_EQ(last_call(), (FakeBoard::Call{Tag::ClockRate, {5}}));
  EXPECT_EQ(mailbox.maximum_clock_rate(Clock::V3d).value, 300'000'000u);
  EXPECT_EQ(mailbox.measured_clock_rate(Clock::Arm).value, 699'999'000u);
  EXPECT_EQ(last_call(), (FakeBoard::Call{Tag::MeasuredClockRate, {3}}));
}

TEST_F(MailboxTest, HandlesMemoryByHandle) {
  const MemoryHandle handle = mailbox.allocate(8192, 4096, MemoryFlags::Direct | MemoryFlags::Zero);
  EXPECT_EQ(last_call(), (FakeBoard::Call{Tag::AllocateMemory, {8192, 4096, 0x14}}));
  EXPECT_EQ(handle.value, 7u);
  EXPECT_EQ(mailbox.lock(handle).value, 0x5C00'1000u);
  mailbox.unlock(handle);
  mailbox.release(handle);
  EXPECT_EQ(last_call(), (FakeBoard::Call{Tag::ReleaseMemory, {7}}));
}

TEST_F(MailboxTest, PassesTheWholeRequestToExecute) {
  mailbox.execute(12, {0x5C00'2000}, Mailbox::Flush::Nothing, std::chrono::milliseconds(250));
  EXPECT_EQ(last_call(), (FakeBoard::Call{Tag::ExecuteQpu, {12, 0x5C00'2000, 1, 250}}));
}

TEST_F(MailboxTest, SaysWhyThereIsNoMemoryAndWhatHelps) {
  board.answers[Tag::AllocateMemory] = {0};
  EXPECT_THAT(thrown([&] { mailbox.allocate(1 << 24, 4096, MemoryFlags::Direct); }),
              HasSubstr("GPU memory: 16777216 bytes are not available in the 64 MiB of gpu_mem; raise gpu_mem in "
                        "config.txt, or reboot"));
}

TEST_F(MailboxTest, SaysWhichHandleFails) {
  board.answers[Tag::LockMemory] = {0};
  board.answers[Tag::UnlockMemory] = board.answers[Tag::ReleaseMemory] = {0x8000'0000};
  EXPECT_THAT(thrown([&] { mailbox.lock({9}); }), HasSubstr("handle 9 cannot be locked"));
  EXPECT_THAT(thrown([&] { mailbox.unlock({9}); }), HasSubstr("handle 9 cannot be unlocked"));
  EXPECT_THAT(thrown([&] { mailbox.release({9}); }), HasSubstr("handle 9 cannot be released"));
}

TEST_F(MailboxTest, BlamesTheKernelDriverForARefusedEnable) {
  board.answers[Tag::EnableQpu] = {0x8000'0001};
  const std::string text = thrown([&] { mailbox.enable_qpus(); });
  EXPECT_THAT(text, HasSubstr("the kernel's vc4 driver owns V3D; comment out dtoverlay=vc4-kms-v3d"));
  EXPECT_THAT(text, Not(HasSubstr("up to date")));
}

TEST_F(MailboxTest, BlamesTheCutDownFirmwareWhereGpuMemoryIsSmall) {
  board.answers[Tag::EnableQpu] = {0x8000'0001};
  board.answers[Tag::VideoCoreMemory] = {0x1F00'0000, 16 << 20};
  EXPECT_THAT(thrown([&] { mailbox.enable_qpus(); }),
              HasSubstr("gpu_mem=16 loads start_cd.elf, which has no 3D; set gpu_mem=64"));
}

TEST_F(MailboxTest, TakesQpusThatWereEnabledBeforeOnlyIfTheyHavePower) {
  board.answers[Tag::EnableQpu] = {0x8000'0000};
  board.answers[Tag::GetDomain] = {11, 1};
  EXPECT_EQ(thrown([&] { mailbox.enable_qpus(); }), "");
  board.answers[Tag::GetDomain] = {11, 0};
  EXPECT_THAT(thrown([&] { mailbox.enable_qpus(); }), HasSubstr("refuses to enable"));
}

TEST_F(MailboxTest, SwitchesTheQpusOffWithTheirOwner) {
  { const QpuPower power(mailbox); }
  EXPECT_EQ(last_call(), (FakeBoard::Call{Tag::EnableQpu, {0}}));
}

TEST_F(MailboxTest, TellsATimeOutFromARefusal) {
  const auto execute = [&] { mailbox.execute(2, {}, Mailbox::Flush::Caches, std::chrono::milliseconds(40)); };
  board.answers[Tag::ExecuteQpu] = {0x8000'0000};
  EXPECT_THAT(thrown(execute), HasSubstr("2 programs raised no host interrupt in 40 ms"));
  board.answers[Tag::ExecuteQpu] = {0xFFFF'FFFF};
  EXPECT_THAT(thrown(execute), HasSubstr("refuses to execute (answer 0xffffffff)"));
}

TEST_F(MailboxTest, RefusesAnswersThatAreNone) {
  EXPECT_THAT(thrown([&] { mailbox.throttled(); }), HasSubstr("throttled (tag 0x00030046) is not supported"));
  board.answers[Tag::ArmMemory] = {0};
  EXPECT_THAT(thrown([&] { mailbox.arm_memory(); }), HasSubstr("was answered with 4 bytes instead of 8"));
  board.code = kParseError;
  EXPECT_THAT(thrown([&] { mailbox.arm_memory(); }), HasSubstr("was refused with code 0x80000001"));
}

}  // namespace
}  // namespace mailbox

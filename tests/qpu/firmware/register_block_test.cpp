// SPDX-License-Identifier: MIT
#include "qpu/firmware/register_block.h"

#include <gtest/gtest.h>

namespace qpu {
namespace {

using mailbox::Register;

constexpr std::uint32_t kEnd[]{0x00000001, 0xe00209a7,                          // mov irq, 1
                               0x009e7000, 0x100009e7, 0x009e7000, 0x100009e7,  // nop, nop
                               0x009e7000, 0x300009e7,                          // thrend
                               0x009e7000, 0x100009e7, 0x009e7000, 0x100009e7};
constexpr std::uint32_t kCodeAt = 0x100;

class RegisterBlockTest : public testing::Test {
 protected:
  RegisterBlockTest() {
    for (std::uint32_t index = 0; index < std::size(kEnd); ++index) memory.store(kCodeAt + 4 * index, kEnd[index]);
    v3d.power_on(mailbox::kVpmBaseAll);
    block.reset(mailbox::kVpmBaseAll);
  }

  std::uint32_t read(Register which) { return block.read(static_cast<std::uint32_t>(which)); }
  void write(Register which, std::uint32_t value) { block.write(static_cast<std::uint32_t>(which), value); }
  void finish() {
    for (int look = 0; v3d.busy() && look < 100; ++look) read(Register::ProgramStatus);
  }

  Sdram memory{4096};
  ScriptedFaults faults;
  V3d v3d{memory, {}, faults, {}};
  RegisterBlock block{v3d};
};

TEST_F(RegisterBlockTest, IdentifiesItself) {
  EXPECT_EQ(read(Register::Ident0), 0x0244'3356u);
  EXPECT_EQ(read(Register::Ident1), 0xC010'2431u);  // 12 KiB VPM, 16 semaphores, 2 TMUs, 4 QPUs, 3 slices, revision 1
}

TEST_F(RegisterBlockTest, ReadsDeadBeefWithoutPower) {
  v3d.power_off();
  EXPECT_EQ(read(Register::Ident0), 0xDEAD'BEEFu);
  EXPECT_EQ(block.read(0x40), 0xDEAD'BEEFu);
  write(Register::Scratch, 5);
  v3d.power_on(0);
  EXPECT_EQ(read(Register::Scratch), 0u);
}

TEST_F(RegisterBlockTest, KeepsWhatItIsToKeep) {
  for (const Register which : {Register::Scratch, Register::UniformsAddress, Register::UniformsLength,
                               Register::DebugConfig, Register::SchedulerReserve0}) {
    write(which, 0x1234);
    EXPECT_EQ(read(which), 0x1234u);
  }
  block.write(0x40, 7);
  EXPECT_EQ(block.read(0x40), 0u);
}

TEST_F(RegisterBlockTest, CountsRequestsAndEnds) {
  for (int program = 0; program < 3; ++program) write(Register::ProgramAddress, kCodeAt);
  EXPECT_EQ(mailbox::programs_requested(read(Register::ProgramStatus)), 3u);
  finish();
  EXPECT_EQ(read(Register::ProgramStatus), 3u << 16 | 3u << 8);
  write(Register::ProgramStatus, mailbox::kRequestedReset);
  EXPECT_EQ(read(Register::ProgramStatus), 3u << 16);
  write(Register::ProgramStatus, mailbox::kCompletedReset);
  EXPECT_EQ(read(Register::ProgramStatus), 0u);
}

TEST_F(RegisterBlockTest, CountsModulo256) {
  for (int program = 0; program < 259; ++program) {
    write(Register::ProgramAddress, kCodeAt);
    finish();
  }
  EXPECT_EQ(read(Register::ProgramStatus), 3u << 16 | 3u << 8);
}

TEST_F(RegisterBlockTest, SaysSoWhenTheQueueOverflows) {
  for (int program = 0; program < 12 + 16; ++program) write(Register::ProgramAddress, kCodeAt);
  EXPECT_FALSE(v3d.queue_overflowed());
  write(Register::ProgramAddress, kCodeAt);
  EXPECT_TRUE(v3d.queue_overflowed());
  finish();
  EXPECT_EQ(read(Register::ProgramStatus) & mailbox::kQueueError, mailbox::kQueueError);
  EXPECT_EQ(mailbox::programs_completed(read(Register::ProgramStatus)), 28u);
  write(Register::ProgramStatus, mailbox::kQueueError);
  EXPECT_EQ(read(Register::ProgramStatus) & mailbox::kQueueError, 0u);
}

TEST_F(RegisterBlockTest, LatchesHostInterruptsThatAreEnabled) {
  write(Register::ProgramAddress, kCodeAt);
  finish();
  EXPECT_EQ(read(Register::QpuInterruptControl), 0u);
  write(Register::QpuInterruptEnable, 0xFFFF);
  EXPECT_EQ(read(Register::QpuInterruptControl), 0u);  // came while it was masked
  write(Register::ProgramAddress, kCodeAt);
  finish();
  EXPECT_EQ(read(Register::QpuInterruptControl), 1u);
  write(Register::QpuInterruptControl, 1);
  EXPECT_EQ(read(Register::QpuInterruptControl), 0u);
}

TEST_F(RegisterBlockTest, TakesAVpmBaseWhileIdle) {
  write(Register::VpmBase, 8);
  EXPECT_EQ(read(Register::VpmBase), 8u);
  write(Register::ProgramAddress, kCodeAt);
  write(Register::VpmBase, 4);
  EXPECT_EQ(read(Register::VpmBase), 8u);
  finish();
  write(Register::VpmBase, 31);
  EXPECT_EQ(read(Register::VpmBase), 16u);
}

TEST_F(RegisterBlockTest, CountsOnlyWhileEnabled) {
  constexpr std::uint32_t kInstructions = 20;  // hits of the instruction cache
  const auto run_one = [&] {
    write(Register::ProgramAddress, kCodeAt);
    finish();
  };
  write(mailbox::counter_source(3), kInstructions);
  run_one();
  EXPECT_EQ(read(mailbox::counter(3)), 0u);
  write(Register::CounterEnable, 1 << 3);  // without the global bit
  run_one();
  EXPECT_EQ(read(mailbox::counter(3)), 0u);
  write(Register::CounterEnable, mailbox::kCountersOn | 1 << 3);
  EXPECT_EQ(read(Register::CounterEnable), mailbox::kCountersOn | 1 << 3);
  run_one();
  EXPECT_EQ(read(mailbox::counter(3)), 6u);
  write(Register::CounterEnable, 0);
  run_one();
  EXPECT_EQ(read(mailbox::counter(3)), 6u);
  EXPECT_EQ(read(mailbox::counter_source(3)), kInstructions);
  write(Register::CounterClear, 1 << 3);
  EXPECT_EQ(read(mailbox::counter(3)), 0u);
}

}  // namespace
}  // namespace qpu

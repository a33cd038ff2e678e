// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <bit>
#include <cmath>

#include "tests/qpu/emulator/bench_top.h"

// What registers, ports, flags and the SFU do beyond plain operations.
namespace qpu {
namespace {

using namespace words;

std::vector<std::uint32_t> row(const Machine& machine, int index) {
  std::vector<std::uint32_t> words;
  for (int column = 0; column < kLanes; ++column) words.push_back(machine.vpm_word(index, column));
  return words;
}
using Values = std::vector<std::uint32_t>;

Instruction elements(std::uint8_t to) { return move_from_a(to, read::kElementNumberA); }

TEST(R5, TakesAValueAQuadOrOneForAll) {
  BenchTop top;
  ASSERT_EQ(top.run({kToRows, elements(write::kR0), move(write::kR5QuadA, Mux::R0), move(write::kVpm, Mux::R5),
                     swapped(move(write::kR5RepB, Mux::R0)), move(write::kVpm, Mux::R5)}),
            Machine::End::Idle)
      << top.fault_text();
  EXPECT_EQ(row(top.machine, 0), (Values{0, 0, 0, 0, 4, 4, 4, 4, 8, 8, 8, 8, 12, 12, 12, 12}));
  EXPECT_EQ(row(top.machine, 1), Values(16, 0));
}

TEST(R5, IsWrittenWhereTheConditionHoldsInTheLaneItComesFrom) {
  BenchTop top;
  // Z is set in lane 4 alone.
  Instruction compare = flagged(with_immediate(add(AddOp::Xor, kNowhere, Mux::A, Mux::B), 4));
  compare.read_a = read::kElementNumberA;
  ASSERT_EQ(top.run({kToRows, elements(write::kR0), ldi(write::kR5QuadA, 99), compare,
                     when(Condition::ZeroSet, move(write::kR5QuadA, Mux::R0)), move(write::kVpm, Mux::R5),
                     when(Condition::ZeroSet, swapped(move(write::kR5RepB, Mux::R0))), move(write::kVpm, Mux::R5)}),
            Machine::End::Idle)
      << top.fault_text();
  const Values expected = {99, 99, 99, 99, 4, 4, 4, 4, 99, 99, 99, 99, 99, 99, 99, 99};
  EXPECT_EQ(row(top.machine, 0), expected);
  EXPECT_EQ(row(top.machine, 1), expected) << "lane 0 decides, and there the condition fails";
}

TEST(Ports, DeliverWhatTheirLastQuadReadLastWhenNothingIsRead) {
  BenchTop top;
  Instruction latch = add(AddOp::Or, write::kVpm, Mux::A, Mux::A);
  Instruction after_immediate = add(AddOp::Or, write::kVpm, Mux::B, Mux::B);
  ASSERT_EQ(top.run({kToRows, elements(write::kR0), latch,
                     with_immediate(add(AddOp::Add, write::kR1, Mux::R0, Mux::B), 5), after_immediate}),
            Machine::End::Idle)
      << top.fault_text();
  EXPECT_EQ(row(top.machine, 0), (Values{12, 13, 14, 15, 12, 13, 14, 15, 12, 13, 14, 15, 12, 13, 14, 15}));
  EXPECT_EQ(row(top.machine, 1), Values(16, 5));
}

TEST(Ports, DeliverLaneAndQpuNumbersWhereNothingIsMapped) {
  for (const std::uint8_t address : std::initializer_list<std::uint8_t>{33, 34, 36, 37, 40, 43, 52, 63}) {
    BenchTop fresh;
    std::vector<Instruction> program = {kToRows, move_from_a(write::kVpm, address), move_from_b(write::kVpm, address)};
    append_end(program);
    fresh.load(program);
    std::vector<Instruction> idle(40, nop());
    append_end(idle);
    fresh.load(idle, BenchTop::kCode + 0x1000);
    fresh.machine.queue(BenchTop::kCode + 0x1000, 0);
    fresh.machine.queue(BenchTop::kCode, 0);  // in QPU 1
    ASSERT_EQ(fresh.machine.run(), Machine::End::Idle) << fresh.fault_text();
    EXPECT_EQ(fresh.machine.vpm_word(0, 11), 11u) << int(address);
    EXPECT_EQ(fresh.machine.vpm_word(1, 11), 1u) << int(address);
  }
}

TEST(MulNop, WithATargetWritesTheLastQuadOfTheLastProduct) {
  BenchTop top;
  Instruction nop_with_target{.mul_condition = Condition::Always, .mul_write = write::kR2};
  ASSERT_EQ(top.run({kToRows, elements(write::kR0), mul(MulOp::Mul24, write::kR1, Mux::R0, Mux::R0), nop_with_target,
                     move(write::kVpm, Mux::R2)}),
            Machine::End::Idle)
      << top.fault_text();
  EXPECT_EQ(top.machine.vpm_word(0, 0), 144u);
  EXPECT_EQ(top.machine.vpm_word(0, 7), 225u);
}

TEST(AddNop, NeverWrites) {
  BenchTop top;
  Instruction nop_with_target{.add_condition = Condition::Always, .add_write = write::kR2};
  ASSERT_EQ(top.run({kToRows, ldi(write::kR2, 3), nop_with_target, move(write::kVpm, Mux::R2)}), Machine::End::Idle)
      << top.fault_text();
  EXPECT_EQ(top.machine.vpm_word(0, 0), 3u);
}

TEST(Flags, ChangeOnlyWhereTheConditionHolds) {
  BenchTop top;
  // Z in lanes 0 and 8..15 after the first; the second is flagged where Z is clear, and finds zero in lane 5.
  Instruction first = flagged(with_immediate(add(AddOp::And, kNowhere, Mux::A, Mux::B), 7));
  first.read_a = read::kElementNumberA;
  Instruction second =
      flagged(when(Condition::ZeroClear, with_immediate(add(AddOp::Xor, kNowhere, Mux::A, Mux::B), 5)));
  second.read_a = read::kElementNumberA;
  ASSERT_EQ(top.run({kToRows, first, second, ldi(write::kR0, 0), when(Condition::ZeroSet, ldi(write::kR0, 1)),
                     move(write::kVpm, Mux::R0)}),
            Machine::End::Idle)
      << top.fault_text();
  EXPECT_EQ(row(top.machine, 0), (Values{1, 0, 0, 0, 0, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0}));
}

TEST(Flags, ComeFromAddEvenIfItsConditionIsNever) {
  BenchTop top;
  Instruction both = flagged(mul(MulOp::V8min, write::kR1, Mux::R0, Mux::R0));
  both.add_op = AddOp::Or;  // never, and would be zero
  both.add_a = both.add_b = Mux::R2;
  ASSERT_EQ(top.run({kToRows, ldi(write::kR0, 1), flagged(ldi(write::kR2, 0)), both, ldi(write::kR3, 0),
                     when(Condition::ZeroSet, ldi(write::kR3, 1)), move(write::kVpm, Mux::R3)}),
            Machine::End::Idle)
      << top.fault_text();
  EXPECT_EQ(top.machine.vpm_word(0, 0), 1u) << "MUL must not have set them";
}

TEST(Sfu, DeliversAfterTwoMoreInstructions) {
  BenchTop top;
  ASSERT_EQ(top.run({kToRows, ldi(write::kRecip, 0x40000000), nop(), nop(), move(write::kVpm, Mux::R4)}),
            Machine::End::Idle)
      << top.fault_text();
  EXPECT_NEAR(std::bit_cast<float>(top.machine.vpm_word(0, 3)), 0.5, 0.5 * 6e-5);
  BenchTop early;
  EXPECT_EQ(early.run({kToRows, ldi(write::kRecip, 0x40000000), nop(), move(write::kVpm, Mux::R4)}),
            Machine::End::Fault);
  EXPECT_NE(early.fault_text().find("r4"), std::string::npos) << early.fault_text();
}

TEST(Signals, OfFragmentShadersDoNothing) {
  BenchTop top;
  ASSERT_EQ(top.run({kToRows, signalling(Signal::ThreadSwitch), signalling(Signal::ScoreboardWait),
                     signalling(Signal::ScoreboardDone), signalling(Signal::LastThreadSwitch), ldi(write::kVpm, 6)}),
            Machine::End::Idle)
      << top.fault_text();
  EXPECT_EQ(top.machine.vpm_word(0, 0), 6u);
}

}  // namespace
}  // namespace qpu

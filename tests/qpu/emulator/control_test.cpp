// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include "tests/qpu/emulator/bench_top.h"

// Branches, program ends, uniforms, launching: what decides which word comes next.
namespace qpu {
namespace {

using namespace words;

Instruction say(std::uint32_t value) { return ldi(write::kVpm, value); }

std::vector<std::uint32_t> said(const Machine& machine, int count) {
  std::vector<std::uint32_t> values;
  for (int row = 0; row < count; ++row) values.push_back(machine.vpm_word(row, 0));
  return values;
}
using Values = std::vector<std::uint32_t>;

TEST(Branch, ExecutesItsThreeDelaySlotsAndSkipsTheRest) {
  BenchTop top;
  ASSERT_EQ(top.run({kToRows, branch(8), say(1), say(2), say(3), say(4), say(5)}), Machine::End::Idle)
      << top.fault_text();
  EXPECT_EQ(said(top.machine, 5), (Values{1, 2, 3, 5, 0}));
}

TEST(Branch, InTheThirdDelaySlotTakesItsSlotsAtTheFirstTarget) {
  BenchTop top;
  // 0 setup, 1 branch to 8, 2 and 3 nop, 4 branch to 12; 8, 9, 10 are its delay slots.
  std::vector<Instruction> program = {kToRows, branch((8 - 1 - 4) * 8), nop(), nop(), branch((12 - 4 - 4) * 8)};
  for (std::uint32_t i = 5; i < 13; ++i) program.push_back(say(i));
  ASSERT_EQ(top.run(program), Machine::End::Idle) << top.fault_text();
  EXPECT_EQ(said(top.machine, 5), (Values{8, 9, 10, 12, 0}));
}

TEST(Branch, InAnEarlierDelaySlotIsABrokenHazardAndLostOnHardware) {
  const std::vector<Instruction> program = {kToRows, branch(8), branch(80), say(2), say(3), say(4), say(5)};
  BenchTop strict;
  EXPECT_EQ(strict.run(program), Machine::End::Fault);
  EXPECT_EQ(strict.fault_kind(), FaultKind::BrokenHazard);
  EXPECT_NE(strict.fault_text().find("H18"), std::string::npos);
  BenchTop lenient({.hazards = Policy::AsHardware});
  ASSERT_EQ(lenient.run(program), Machine::End::Idle) << lenient.fault_text();
  EXPECT_EQ(said(lenient.machine, 4), (Values{2, 3, 5, 0}));
  EXPECT_EQ(lenient.machine.statistics().broken_hazards, 1u);
}

TEST(Branch, TakesARegisterTargetFromLane15) {
  BenchTop top;
  const std::uint32_t base = BenchTop::kCode;
  std::vector<Instruction> program = {
      kToRows, flagged(with_immediate(move_from_a(write::kR0, read::kElementNumberA), 0)), ldi(2, base + 11 * 8),
      with_immediate(add(AddOp::Sub, kNowhere, Mux::R0, Mux::B), 15)};
  program[3].set_flags = true;
  program.push_back(when(Condition::ZeroSet, ldi(2, base + 10 * 8)));  // lane 15 alone
  program.push_back(nop());
  program.push_back({.kind = Kind::Branch, .with_register = true, .branch_register = 2});
  program.insert(program.end(), 3, nop());
  program.push_back(say(15));  // word 10
  program.push_back(say(0));
  ASSERT_EQ(top.run(program), Machine::End::Idle) << top.fault_text();
  EXPECT_EQ(top.machine.vpm_word(0, 0), 15u);
}

TEST(Branch, LinksOnlyWhenTakenWithTheAddressAfterTheSlots) {
  BenchTop top;
  Instruction taken = branch(0);
  taken.add_write = 4;
  Instruction not_taken = branch(0, BranchCondition::AnyZeroSet);
  not_taken.add_write = 6;
  ASSERT_EQ(top.run({kToRows, flagged(ldi(6, 77)), taken, nop(), nop(), nop(), not_taken, nop(), nop(), nop(),
                     move_from_a(write::kVpm, 4), move_from_a(write::kVpm, 6)}),
            Machine::End::Idle)
      << top.fault_text();
  EXPECT_EQ(said(top.machine, 2), (Values{BenchTop::kCode + 2 * 8 + 32, 77}));
}

// Whether it is taken or not, it is a word between the write and the read (H1, H5, H24).
TEST(Branch, NotTakenKeepsTheDistanceAllTheSame) {
  BenchTop top;
  ASSERT_EQ(top.run({kToRows, flagged(ldi(5, 1)), ldi(6, 7), branch(8, BranchCondition::AllZeroSet),
                     move_from_a(write::kVpm, 6), nop(), nop(), move_from_a(write::kR0, read::kElementNumberA),
                     branch(8, BranchCondition::AllZeroSet),
                     with_immediate(mul(MulOp::V8min, write::kR1, Mux::R0, Mux::R0), 63), nop(), nop(),
                     add(AddOp::Or, write::kVpm, Mux::R1, Mux::R1)}),
            Machine::End::Idle)
      << top.fault_text();
  EXPECT_EQ(said(top.machine, 2), (Values{7, 1}));
}

TEST(Branch, ByAnOddRegisterSetsTheFlagsFromTheLink) {
  for (const std::uint8_t target : std::initializer_list<std::uint8_t>{2, 3}) {
    BenchTop top;
    ASSERT_EQ(
        top.run({kToRows, flagged(ldi(target, 0)), nop(),
                 Instruction{.kind = Kind::Branch, .relative = true, .with_register = true, .branch_register = target},
                 nop(), nop(), nop(), ldi(write::kR0, 1), when(Condition::ZeroSet, ldi(write::kR0, 2)),
                 move(write::kVpm, Mux::R0)}),
        Machine::End::Idle)
        << top.fault_text();
    EXPECT_EQ(top.machine.vpm_word(0, 5), target == 2 ? 2u : 1u);
  }
}

struct OverLanes {
  BranchCondition condition;
  bool none, some, all;  // taken if the flag is set in no lane, in one, in all
};

TEST(Branch, ConditionsLookAtAllLanes) {
  const std::vector<OverLanes> rows = {{BranchCondition::AllZeroSet, false, false, true},
                                       {BranchCondition::AllZeroClear, true, false, false},
                                       {BranchCondition::AnyZeroSet, false, true, true},
                                       {BranchCondition::AnyZeroClear, true, true, false}};
  for (const OverLanes& row : rows)
    for (const int family : {0, 4, 8})  // of Z, N, C
      for (int which = 0; which < 3; ++which) {
        BenchTop top;
        // r0 is 0, elem_num == 3 ? 1 : 0, or 1; then the flag of the family is set where it is 1.
        std::vector<Instruction> program = {kToRows, ldi(write::kR0, which == 2 ? 1 : 0)};
        if (which == 1) {
          program.push_back(with_immediate(add(AddOp::Xor, kNowhere, Mux::A, Mux::B), 3));
          program.back().read_a = read::kElementNumberA;
          program.back().set_flags = true;
          program.push_back(when(Condition::ZeroSet, ldi(write::kR0, 1)));
        }
        // 1 - r0 is zero, 0 - r0 negative and borrows.
        program.push_back(ldi(write::kR1, family == 0 ? 1 : 0));
        program.push_back(flagged(add(AddOp::Sub, kNowhere, Mux::R1, Mux::R0)));
        program.push_back(branch(8, static_cast<BranchCondition>(static_cast<int>(row.condition) + family)));
        program.insert(program.end(), 3, nop());
        program.push_back(say(1));
        ASSERT_EQ(top.run(program), Machine::End::Idle) << top.fault_text();
        const bool taken = which == 0 ? row.none : which == 1 ? row.some : row.all;
        EXPECT_EQ(top.machine.vpm_word(0, 0), taken ? 0u : 1u)
            << "condition " << int(row.condition) + family << ", case " << which;
      }
}

TEST(ProgramEnd, ExecutesTwoMoreInstructionsAndNoThird) {
  BenchTop top;
  top.load({ldi(3, 0), signalling(Signal::ThreadEnd), ldi(3, 1), ldi(4, 2), ldi(5, 3)});
  top.machine.queue(BenchTop::kCode, 0);
  ASSERT_EQ(top.machine.run(), Machine::End::Idle) << top.fault_text();
  EXPECT_EQ(top.machine.statistics().instructions, 4u);
}

TEST(Uniforms, AreReadOnceWhenBothPortsAskForThem) {
  BenchTop top;
  Instruction both = add(AddOp::Add, write::kVpm, Mux::A, Mux::B);
  both.read_a = both.read_b = read::kUniform;
  ASSERT_EQ(top.run({kToRows, both, move_from_a(write::kVpm, read::kUniform)}, {100, 7}), Machine::End::Idle)
      << top.fault_text();
  EXPECT_EQ(said(top.machine, 2), (Values{200, 7}));
}

TEST(Uniforms, ArePoppedByTheFieldAlone) {
  BenchTop top;
  ASSERT_EQ(top.run({kToRows, read_only(read::kUniform, kNowhere), move_from_b(write::kVpm, read::kUniform)}, {1, 2}),
            Machine::End::Idle)
      << top.fault_text();
  EXPECT_EQ(top.machine.vpm_word(0, 0), 2u);
}

TEST(Uniforms, ComeFromElsewhereTwoInstructionsAfterTheAddress) {
  BenchTop top;
  top.put(BenchTop::kData, {55});
  const std::vector<Instruction> late = {kToRows, ldi(write::kUniformsAddress, BenchTop::kData), nop(), nop(),
                                         move_from_a(write::kVpm, read::kUniform)};
  ASSERT_EQ(top.run(late, {1, 2, 3}), Machine::End::Idle) << top.fault_text();
  EXPECT_EQ(top.machine.vpm_word(0, 0), 55u);

  BenchTop early({.hazards = Policy::AsHardware});
  early.put(BenchTop::kData, {55});
  ASSERT_EQ(early.run({kToRows, ldi(write::kUniformsAddress, BenchTop::kData), nop(),
                       move_from_a(write::kVpm, read::kUniform)},
                      {1, 2, 3}),
            Machine::End::Idle)
      << early.fault_text();
  EXPECT_EQ(early.machine.vpm_word(0, 0), 1u);
  EXPECT_EQ(early.machine.statistics().broken_hazards, 1u);
}

TEST(Launch, RunsMoreProgramsThanThereAreQpusAndCountsThem) {
  BenchTop top({.qpus = 3});
  // Each adds its uniform into memory through a separate row.
  std::vector<Instruction> program = {ldi_b(write::kVwSetupB, kWriteRows), move_from_a(write::kVpm, read::kUniform)};
  append_end(program);
  top.load(program);
  for (std::uint32_t i = 0; i < 19; ++i) {
    top.put(BenchTop::kUniforms + 4 * i, {i});
    EXPECT_TRUE(top.machine.queue(BenchTop::kCode, BenchTop::kUniforms + 4 * i)) << i;
  }
  EXPECT_FALSE(top.machine.queue(BenchTop::kCode, 0)) << "three run, sixteen wait";
  EXPECT_EQ(top.machine.queue_length(), 16);
  EXPECT_EQ(top.machine.running(), 3);
  ASSERT_EQ(top.machine.run(), Machine::End::Idle) << top.fault_text();
  EXPECT_EQ(top.machine.requested(), 19u);
  EXPECT_EQ(top.machine.completed(), 19u);
  EXPECT_GE(top.machine.vpm_word(0, 0), 16u) << "one of the last three";
}

TEST(Launch, AHostInterruptNeedsANonZeroValueAndMayEndTheRun) {
  for (const std::uint32_t value : {0u, 1u}) {
    BenchTop top;
    std::vector<Instruction> program = {ldi(write::kHostInterrupt, value), nop()};
    append_end(program);
    top.load(program);
    top.machine.queue(BenchTop::kCode, 0);
    EXPECT_EQ(top.machine.run(Machine::Until::HostInterrupt),
              value == 0 ? Machine::End::Idle : Machine::End::HostInterrupt);
    EXPECT_EQ(top.machine.host_interrupts(), value);
  }
}

TEST(Launch, AdvanceLetsProgramsRunOnlyForTheCyclesGiven) {
  BenchTop top;
  std::vector<Instruction> program(99, nop());
  append_end(program);
  top.load(program);
  top.machine.queue(BenchTop::kCode, 0);
  EXPECT_EQ(top.machine.advance(100), Machine::End::TimeUp);
  EXPECT_EQ(top.machine.completed(), 0u);
  EXPECT_LE(top.machine.statistics().instructions, 25u);
  while (top.machine.advance(100) == Machine::End::TimeUp) continue;
  EXPECT_EQ(top.machine.completed(), 1u);
  EXPECT_EQ(top.machine.statistics().instructions, 102u);
}

}  // namespace
}  // namespace qpu

// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <random>

#include "tests/qpu/emulator/bench_top.h"

namespace qpu {
namespace {

using namespace words;

struct Broken {
  const char* rule;
  std::vector<Instruction> program;
};

const std::vector<Broken> kBroken = {
    {"H1", {ldi(3, 1), nop(), ldi(3, 2), move_from_a(write::kR0, 3)}},
    {"H1", {ldi_b(3, 1), move_from_b(write::kR0, 3)}},
    {"H3", {ldi(write::kRecip, 0x3f800000), nop(), move(write::kR0, Mux::R4)}},
    {"H3", {ldi(write::kRecip, 0x3f800000), ldi(write::kExp, 0x3f800000)}},
    {"H5", {ldi(write::kR0, 1), with_immediate(mul(MulOp::V8min, write::kR1, Mux::R0, Mux::R0), 49)}},
    {"H6",
     {ldi(write::kR0, 1), nop(), ldi(write::kR5QuadA, 1),
      with_immediate(mul(MulOp::V8min, write::kR1, Mux::R0, Mux::R0), 48)}},
    {"H7", {ldi(write::kUniformsAddress, 0x8000), nop(), move_from_a(write::kR0, read::kUniform)}},
    {"H18", {branch(0), branch(0), nop(), nop()}},
    {"H20", {signalling(Signal::ThreadEnd), move_from_a(write::kR0, read::kUniform)}},
};

TEST(Hazards, EndTheRunWithTheirRuleOrAreCounted) {
  for (const Broken& broken : kBroken) {
    BenchTop strict;
    EXPECT_EQ(strict.run(broken.program), Machine::End::Fault) << broken.rule;
    EXPECT_EQ(strict.fault_kind(), FaultKind::BrokenHazard) << broken.rule << strict.fault_text();
    EXPECT_NE(strict.fault_text().find(broken.rule), std::string::npos) << strict.fault_text();
    int reported = 0;
    BenchTop lenient({.hazards = Policy::AsHardware, .violation = [&](const Fault&) { ++reported; }});
    EXPECT_EQ(lenient.run(broken.program), Machine::End::Idle) << broken.rule << lenient.fault_text();
    EXPECT_EQ(lenient.machine.statistics().broken_hazards, 1u) << broken.rule;
    EXPECT_EQ(reported, 1) << broken.rule;
  }
}

TEST(Hazards, H1DeliversTheOldValueOnHardware) {
  BenchTop top({.hazards = Policy::AsHardware});
  ASSERT_EQ(top.run({kToRows, ldi(3, 1), nop(), ldi(3, 2), move_from_a(write::kVpm, 3), move_from_a(write::kVpm, 3)}),
            Machine::End::Idle);
  EXPECT_EQ(top.machine.vpm_word(0, 0), 1u);
  EXPECT_EQ(top.machine.vpm_word(1, 0), 2u);
}

TEST(Hazards, H1DoesNotConcernLanesThatHaveNothingInCommon) {
  BenchTop top;
  Instruction compare = flagged(with_immediate(add(AddOp::And, kNowhere, Mux::A, Mux::B), 1));
  compare.read_a = read::kElementNumberA;
  EXPECT_EQ(top.run({ldi(3, 1), compare, when(Condition::ZeroSet, ldi(3, 2)),
                     when(Condition::ZeroClear, move_from_a(write::kR0, 3))}),
            Machine::End::Idle)
      << top.fault_text();
}

// Lanes of the highest quad are written, and each lane that is used takes from a lower one; or the other way round.
TEST(Hazards, H5CountsLanesThatAreWrittenAndUsed) {
  for (const bool from_a_higher_quad : {false, true}) {
    BenchTop top;
    Instruction flags = flagged(with_immediate(add(AddOp::And, kNowhere, Mux::A, Mux::B), 8));
    flags.read_a = read::kElementNumberA;
    const Condition written = from_a_higher_quad ? Condition::ZeroClear : Condition::ZeroSet;
    const Condition used = from_a_higher_quad ? Condition::ZeroSet : Condition::ZeroClear;
    const auto end = top.run({ldi(write::kR0, 1), ldi(write::kR1, 2), flags, when(written, move(write::kR0, Mux::R1)),
                              when(used, with_immediate(mul(MulOp::V8min, write::kR2, Mux::R0, Mux::R0), 56))});
    EXPECT_EQ(end, from_a_higher_quad ? Machine::End::Fault : Machine::End::Idle) << top.fault_text();
  }
}

TEST(Hazards, H5LeavesLanesStaleThatMoveToALowerQuad) {
  BenchTop top({.hazards = Policy::AsHardware});
  // r0 = elem, then 16 + elem and rotated at once towards lower lanes by one: lanes 3, 7, 11 take from a higher quad.
  Instruction plus = add(AddOp::Add, write::kR0, Mux::R0, Mux::R1);
  ASSERT_EQ(top.run({kToRows, move_from_a(write::kR0, read::kElementNumberA), ldi(write::kR1, 16), plus,
                     with_immediate(mul(MulOp::V8min, write::kVpm, Mux::R0, Mux::R0), 63)}),
            Machine::End::Idle)
      << top.fault_text();
  for (int lane = 0; lane < 16; ++lane) {
    const int source = (lane + 1) % 16;
    const bool stale = source / 4 > lane / 4;
    EXPECT_EQ(top.machine.vpm_word(0, lane), static_cast<std::uint32_t>(source + (stale ? 0 : 16))) << lane;
  }
}

TEST(UndefinedReads, AreFaultsThatNameTheRegister) {
  const std::vector<std::pair<const char*, Instruction>> reads = {
      {"ra7", move_from_a(write::kR0, 7)},
      {"rb9", move_from_b(write::kR0, 9)},
      {"r2", move(write::kR0, Mux::R2)},
      {"the flags", when(Condition::ZeroSet, ldi(write::kR0, 1))}};
  for (const auto& [name, instruction] : reads) {
    BenchTop strict;
    EXPECT_EQ(strict.run({instruction}), Machine::End::Fault) << name;
    EXPECT_EQ(strict.fault_kind(), FaultKind::UndefinedRead);
    EXPECT_NE(strict.fault_text().find(name), std::string::npos) << strict.fault_text();
    BenchTop lenient({.undefined_reads = Policy::AsHardware});
    EXPECT_EQ(lenient.run({instruction}), Machine::End::Idle) << name;
    EXPECT_EQ(lenient.machine.statistics().undefined_reads, 1u);
  }
}

TEST(UndefinedReads, AreNoneWhereTheValueDoesNotMatter) {
  BenchTop top;
  EXPECT_EQ(top.run({add(AddOp::Xor, write::kR0, Mux::R0, Mux::R0), mul(MulOp::V8subs, write::kR1, Mux::R1, Mux::R1),
                     move(kNowhere, Mux::R2)}),
            Machine::End::Idle)
      << top.fault_text();
}

TEST(WrongAddress, OfCodeIsAFault) {
  for (const std::uint32_t code : {BenchTop::kBytes, BenchTop::kCode + 4}) {
    BenchTop top;
    top.machine.queue(code, 0);
    EXPECT_EQ(top.machine.run(), Machine::End::Fault);
    EXPECT_EQ(top.fault_kind(), FaultKind::WrongAddress) << top.fault_text();
  }
  BenchTop top;
  EXPECT_EQ(top.run({branch(BenchTop::kBytes), nop(), nop(), nop()}), Machine::End::Fault);
  EXPECT_EQ(top.fault_kind(), FaultKind::WrongAddress);
}

TEST(Runaway, EndsAtTheLimit) {
  BenchTop top({.cycle_limit = 10'000});
  EXPECT_EQ(top.run({branch(-32), nop(), nop(), nop()}), Machine::End::Fault);
  EXPECT_EQ(top.fault_kind(), FaultKind::Runaway);
  EXPECT_NE(top.fault_text().find("still running after 1000"), std::string::npos) << top.fault_text();
  EXPECT_NEAR(static_cast<double>(top.machine.statistics().cycles), 10'000, 100);
}

TEST(Breakpoint, HaltsWithAReport) {
  BenchTop top;
  EXPECT_EQ(top.run({signalling(Signal::Breakpoint)}), Machine::End::Fault);
  EXPECT_EQ(top.fault_kind(), FaultKind::Breakpoint);
}

TEST(Report, ShowsQpuInstructionSourceLineAndRegisters) {
  BenchTop top;
  EXPECT_EQ(top.run({ldi(5, 0x1234), move_from_a(write::kR0, 7)}), Machine::End::Fault);
  const std::string text = report(*top.machine.fault(), [](std::uint32_t pc) {
    return pc == BenchTop::kCode + 8 ? std::string("kernel.qasm:17") : std::string("elsewhere");
  });
  for (const char* part : {"undefined read", "QPU 0", "kernel.qasm:17", "ra5", "00001234", "flags"})
    EXPECT_NE(text.find(part), std::string::npos) << text;
}

TEST(AnyWords, EndInAReportOrAnEndAndNeverHang) {
  std::mt19937_64 random(3);
  for (int round = 0; round < 400; ++round) {
    const Policy policy = round % 2 == 0 ? Policy::AsHardware : Policy::Fault;
    BenchTop top({.hazards = policy, .undefined_reads = policy, .cycle_limit = 20'000});
    for (std::uint32_t at = 0; at < 4096; at += 8) {
      Word word = random();
      if (random() % 4 != 0) word = (word & ~(Word{15} << 60)) | Word{1 + random() % 3 * 6} << 60;
      std::memcpy(top.memory.at(BenchTop::kCode + at), &word, sizeof word);
    }
    for (int q = 0; q < 4; ++q)
      top.machine.queue(BenchTop::kCode + static_cast<std::uint32_t>(random() % 512) * 8, BenchTop::kUniforms);
    const Machine::End end = top.machine.run();
    EXPECT_TRUE(end == Machine::End::Idle || end == Machine::End::Fault) << "seed 3, round " << round;
    if (end == Machine::End::Fault) {
      EXPECT_FALSE(top.fault_text().empty());
    }
  }
}

}  // namespace
}  // namespace qpu

// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include "tests/qpu/emulator/bench_top.h"

// The clock of the machine: what costs what (reference 11, appendix F), in V3D cycles, never in seconds of ours.
namespace qpu {
namespace {

using namespace words;

std::uint64_t cycles_of(std::vector<Instruction> program, const std::vector<std::uint32_t>& uniforms = {}) {
  BenchTop top({.hazards = Policy::AsHardware});  // stores of rows that nothing has written take as long as others
  EXPECT_EQ(top.run(std::move(program), uniforms), Machine::End::Idle) << top.fault_text();
  return top.machine.statistics().cycles;
}
std::vector<Instruction> nops(std::size_t count) { return std::vector<Instruction>(count, nop()); }

// What a program takes less what the same number of nops takes.
std::int64_t beyond_nops(const std::vector<Instruction>& program, const std::vector<std::uint32_t>& uniforms = {}) {
  return static_cast<std::int64_t>(cycles_of(program, uniforms)) -
         static_cast<std::int64_t>(cycles_of(nops(program.size())));
}

TEST(Time, AnInstructionTakesFourCyclesAndTwelveQpusIssueTogether) {
  BenchTop one, twelve;
  std::vector<Instruction> loop = {ldi(1, 1000),
                                   nop(),
                                   flagged(with_immediate(add(AddOp::Sub, 1, Mux::A, Mux::B), 1)),
                                   branch(-40 + 0, BranchCondition::AnyZeroClear),
                                   nop(),
                                   nop(),
                                   nop()};
  loop[2].read_a = 1;
  loop[3].immediate = static_cast<std::uint32_t>(-5 * 8);
  ASSERT_EQ(one.run(loop), Machine::End::Idle) << one.fault_text();
  const auto cycles = one.machine.statistics().cycles;
  EXPECT_NEAR(static_cast<double>(cycles), 4.0 * static_cast<double>(one.machine.statistics().instructions), 250)
      << "two cold lines of code";
  append_end(loop);
  twelve.load(loop);
  for (int q = 0; q < 12; ++q) twelve.machine.queue(BenchTop::kCode, 0);
  ASSERT_EQ(twelve.machine.run(), Machine::End::Idle);
  EXPECT_NEAR(static_cast<double>(twelve.machine.statistics().cycles), static_cast<double>(cycles), 100);
}

TEST(Time, ALookUpCostsMoreFromEachLevelFurtherAway) {
  const BoardTiming& t = board_timing("pi1");
  const Instruction request = ldi(write::kTmu0S, BenchTop::kData), fetch = signalling(Signal::LoadTmu0);
  const auto from_memory = beyond_nops({request, fetch});
  const auto from_cache = beyond_nops({request, fetch, request, fetch}) - from_memory;
  EXPECT_NEAR(static_cast<double>(from_cache), static_cast<double>((t.tmu_hit + 16 * t.tmu_lane) / kTicksPerCycle), 8);
  EXPECT_NEAR(static_cast<double>(from_memory - from_cache),
              static_cast<double>((t.system_l2_latency + t.sdram_latency) / kTicksPerCycle) - 16, 12);
}

// Lines 4 KiB apart throw each other out of the TMU's cache and are served by the L2C. Those 8 KiB apart, five to a
// set, throw each other out of it as well: on a Pi 1 they come from the system's L2, elsewhere from the SDRAM.
TEST(Time, WhatTheL2cLacksComesFromTheSystemsL2OrTheSdram) {
  struct Round {
    double cycles, sdram_lines;
  };
  const auto later_round = [](const char* board, std::uint32_t distance) {
    const auto after = [&](int rounds) {
      std::vector<Instruction> program;
      for (int i = 0; i < 5 * rounds; ++i)
        append(program, {ldi(write::kTmu0S, BenchTop::kData + distance * static_cast<std::uint32_t>(i % 5)),
                         signalling(Signal::LoadTmu0)});
      program.resize(30, nop());
      BenchTop top({.board = board});
      EXPECT_EQ(top.run(program), Machine::End::Idle) << top.fault_text();
      const Statistics& counted = top.machine.statistics();
      return Round{static_cast<double>(counted.cycles), static_cast<double>(counted.l2_misses)};
    };
    const Round three = after(3), two = after(2);
    return Round{(three.cycles - two.cycles) / 5, three.sdram_lines - two.sdram_lines};
  };
  EXPECT_EQ(later_round("pi1", 4096).sdram_lines, 0);
  EXPECT_EQ(later_round("pi2", 4096).sdram_lines, 0);
  EXPECT_EQ(later_round("pi1", 8192).sdram_lines, 0);
  EXPECT_EQ(later_round("pi2", 8192).sdram_lines, 5);
  const BoardTiming& t = board_timing("pi2");
  EXPECT_NEAR(later_round("pi2", 8192).cycles - later_round("pi2", 4096).cycles,
              static_cast<double>(t.system_l2_latency + t.sdram_latency - t.l2c_latency) / kTicksPerCycle, 2 * 4)
      << "both are whole instructions";
}

TEST(Time, ScatteredLookUpsAreAsFastAsTheSharedL2HandsOutLines) {
  Instruction scattered = with_immediate(add(AddOp::Shl, write::kR0, Mux::A, Mux::B), 6);
  scattered.read_a = read::kElementNumberA;
  std::vector<Instruction> program = {scattered, ldi(write::kR1, BenchTop::kData),
                                      add(AddOp::Add, write::kTmu0S, Mux::R0, Mux::R1), signalling(Signal::LoadTmu0)};
  EXPECT_GT(beyond_nops(program), 15 * 14) << "sixteen lines out of the SDRAM";
}

TEST(Time, AStoreTakesItsStartItsRowsAndItsLatency) {
  const auto store = [](std::uint32_t rows) {
    return beyond_nops({ldi_b(write::kVwSetupB, 0x80000000 | rows << 23 | 16u << 16 | 0x4000),
                        ldi_b(write::kVwSetupB, 0xc0000000), ldi_b(write::kVwAddrB, 0x4000),
                        read_only(kNowhere, read::kVrWaitA)});
  };
  EXPECT_NEAR(static_cast<double>(store(1)), 10 + 18 + 130, 12);
  EXPECT_NEAR(static_cast<double>(store(64) - store(1)), 63 * 18, 8);
}

// U22a, and that slices share what one of them has brought.
TEST(Time, ColdCodeCostsWhatItsBoardOrTheOptionsSay) {
  const auto cycles = [](MachineOptions options, int programs) {
    BenchTop top(std::move(options));
    std::vector<Instruction> code = nops(800);
    append_end(code);
    top.load(code);
    for (int q = 0; q < programs; ++q) top.machine.queue(BenchTop::kCode, 0);
    EXPECT_EQ(top.machine.run(), Machine::End::Idle);
    return top.machine.statistics().cycles;
  };
  constexpr std::uint64_t kWords = 803, kLines = 101;
  EXPECT_EQ(cycles({}, 1), 4 * kWords + 100 * kLines);
  EXPECT_EQ(cycles({.cold_code_clocks = 8}, 1), 4 * kWords + 8 * kLines);
  EXPECT_LT(cycles({}, 12), 4 * kWords + 60 * kLines) << "four to a slice fetch for each other";
}

// U22b: on a Pi 1 a store ends in the L2, and what falls out of it has to go to the SDRAM.
TEST(Time, StoresReachTheSdramWhenTheL2IsFull) {
  const auto written = [](const char* board, std::uint32_t stores) {
    BenchTop top({.board = board, .hazards = Policy::AsHardware});
    std::vector<Instruction> program = {ldi_b(write::kVwSetupB, 0xa0104000), ldi_b(write::kVwSetupB, 0xc0000000)};
    for (std::uint32_t i = 0; i < stores; ++i) program.push_back(ldi_b(write::kVwAddrB, 0x40000 + 4096 * i));
    EXPECT_EQ(top.run(program), Machine::End::Idle) << top.fault_text();
    return static_cast<double>(top.machine.statistics().sdram_written_bytes);
  };
  EXPECT_EQ(written("pi1", 20), 0);
  EXPECT_NEAR(written("pi1", 64), 64 * 4096 - 128 * 1024, 1024) << "code takes some lines of it";
  EXPECT_EQ(written("pi2", 20), 20 * 4096);
}

TEST(Time, ALoadFollowsTheFit) {
  const auto load = [](std::uint32_t rows) {
    return beyond_nops({ldi(write::kVrSetupA, 0x83001000 | (rows & 15) << 16), ldi(write::kVrAddrA, 0x4000),
                        read_only(read::kVrWaitA, kNowhere)});
  };
  EXPECT_NEAR(static_cast<double>(load(16)), 371, 10);
  EXPECT_NEAR(static_cast<double>(load(4)), 160, 10);
}

TEST(Time, LongRunsOfUniformReadsAreSlowerThanSpacedOnes) {
  std::vector<Instruction> dense(64, move_from_a(write::kR0, read::kUniform)), spaced;
  for (int i = 0; i < 32; ++i) {
    spaced.push_back(move_from_a(write::kR0, read::kUniform));
    spaced.insert(spaced.end(), 7, nop());
  }
  const std::vector<std::uint32_t> uniforms(64, 1);
  EXPECT_NEAR(static_cast<double>(beyond_nops(dense, uniforms)), 64 * (6.8 - 4), 60);
  EXPECT_EQ(beyond_nops(spaced, uniforms), 0);
}

TEST(Time, BoardsDifferByTheirClocks) {
  for (const BoardTiming& board : board_timings()) {
    BenchTop top({.board = std::string(board.name)});
    ASSERT_EQ(top.run(nops(100)), Machine::End::Idle);
    EXPECT_DOUBLE_EQ(top.machine.microseconds(250), 250 / board.v3d_megahertz) << board.name;
    EXPECT_EQ(top.machine.timing().name, board.name);
  }
  EXPECT_THROW(board_timing("pi9"), std::invalid_argument);
  Sdram memory(4096);
  EXPECT_THROW(Machine(memory, {.qpus = 13}), std::invalid_argument);
}

// Reference 8.3, as observed: straight code misses a line in eight words, the stream fetches two words ahead.
TEST(Counters, CountLikeTheChip) {
  BenchTop top;
  std::vector<Instruction> program = nops(61);
  program.insert(program.begin(), 20, move_from_a(write::kR0, read::kUniform));
  ASSERT_EQ(top.run(program, std::vector<std::uint32_t>(20, 1)), Machine::End::Idle);
  const auto count = [&](int id) { return top.machine.performance_counter(id); };
  EXPECT_EQ(count(20), 84u);
  EXPECT_EQ(count(16), 84u * 4);
  EXPECT_EQ(count(21), 11u);  // 84 words in lines of eight
  EXPECT_EQ(count(22), 22u);
  EXPECT_EQ(count(23), 2u);
  top.machine.reset_statistics();
  EXPECT_EQ(count(20), 84u) << "counters continue when statistics are reset";
  EXPECT_EQ(count(0), 0u);
}

TEST(Counters, CallNoQpuIdleThatIsStillRunning) {
  BenchTop top({.qpus = 1});
  top.load(nops(1000));
  top.machine.queue(BenchTop::kCode, BenchTop::kUniforms);
  ASSERT_EQ(top.machine.advance(400), Machine::End::TimeUp);
  EXPECT_EQ(top.machine.performance_counter(13), 0u);
}

TEST(Sdram, IsReachedByItsPhysicalAddressAndRefusesWhatIsOutside) {
  Sdram memory(0x1000, 0x100000);
  memory.store(0xc0100000, 5);
  EXPECT_EQ(memory.load(0x40100000), 5u);
  EXPECT_TRUE(memory.contains(0x100ffc, 4));
  EXPECT_FALSE(memory.contains(0x100ffd, 4));
  EXPECT_FALSE(memory.contains(0xffffc, 4));
  EXPECT_THROW(memory.bytes(0, 4), std::out_of_range);
}

}  // namespace
}  // namespace qpu

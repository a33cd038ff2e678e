// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include "tests/qpu/emulator/bench_top.h"

// TMU, caches, semaphores, mutex: what QPUs share, and how they wait for each other.
namespace qpu {
namespace {

using namespace words;

// r0 becomes base + 4 * lane.
std::vector<Instruction> lane_addresses(std::uint32_t base) {
  Instruction shift = with_immediate(add(AddOp::Shl, write::kR0, Mux::A, Mux::B), 2);
  shift.read_a = read::kElementNumberA;
  return {shift, ldi(write::kR1, base), add(AddOp::Add, write::kR0, Mux::R0, Mux::R1)};
}

TEST(Tmu, GathersByLaneAndReturnsRequestsInOrder) {
  BenchTop top;
  for (std::uint32_t i = 0; i < 64; ++i) top.memory.store(BenchTop::kData + 4 * i, 1000 + i);
  std::vector<Instruction> program = {kToRows};
  append(program, lane_addresses(BenchTop::kData));
  append(program, {ldi(write::kR2, 64), move(write::kTmu0S, Mux::R0), add(AddOp::Add, write::kTmu0S, Mux::R0, Mux::R2),
                   move(write::kTmu1S, Mux::R0), signalling(Signal::LoadTmu0),
                   signalling(Signal::LoadTmu0, move(write::kVpm, Mux::R4)), move(write::kVpm, Mux::R4),
                   signalling(Signal::LoadTmu1), move(write::kVpm, Mux::R4)});
  ASSERT_EQ(top.run(program), Machine::End::Idle) << top.fault_text();
  for (int lane = 0; lane < 16; ++lane) {
    EXPECT_EQ(top.machine.vpm_word(0, lane), 1000u + lane);
    EXPECT_EQ(top.machine.vpm_word(1, lane), 1016u + lane);
    EXPECT_EQ(top.machine.vpm_word(2, lane), 1000u + lane);
  }
  EXPECT_EQ(top.machine.statistics().tmu_requests, 3u);
  EXPECT_EQ(top.machine.statistics().tmu_misses, 3u) << "TMU 1 has a separate cache";
  EXPECT_EQ(top.machine.performance_counter(24), 48u);
}

TEST(Tmu, ReadsAlignedWordsThroughAnyAlias) {
  for (const std::uint32_t alias : {0x00000000u, 0x40000000u, 0x80000000u, 0xc0000000u}) {
    BenchTop top;
    top.put(BenchTop::kData, {77});
    ASSERT_EQ(top.run({kToRows, ldi(write::kTmu0S, alias + BenchTop::kData + 3), signalling(Signal::LoadTmu0),
                       move(write::kVpm, Mux::R4)}),
              Machine::End::Idle)
        << top.fault_text();
    EXPECT_EQ(top.machine.vpm_word(0, 0), 77u);
  }
}

TEST(Tmu, WithoutExchangeSharesNoCacheBetweenPairsOfQpus) {
  // QPUs 0 and 2 both look up the same line through TMU 0: with the exchange in two caches, without in one.
  for (const std::uint32_t no_swap : {0u, 1u}) {
    BenchTop top;
    std::vector<Instruction> program = {ldi(write::kTmuNoSwap, no_swap), nop(), nop(), nop()};
    append(program, {ldi(write::kTmu0S, BenchTop::kData), signalling(Signal::LoadTmu0)});
    program.insert(program.end(), 200, nop());
    append_end(program);
    top.load(program);
    for (int q = 0; q < 3; ++q) top.machine.queue(BenchTop::kCode, 0);
    ASSERT_EQ(top.machine.run(), Machine::End::Idle) << top.fault_text();
    EXPECT_EQ(top.machine.statistics().tmu_misses, no_swap == 0 ? 2u : 1u);
  }
}

TEST(Tmu, StallsForGoodWhenBothFifosAreFullOrNothingWasAsked) {
  BenchTop nothing;
  EXPECT_EQ(nothing.run({signalling(Signal::LoadTmu1)}), Machine::End::Fault);
  EXPECT_EQ(nothing.fault_kind(), FaultKind::Deadlock);
  std::vector<Instruction> program(17, ldi(write::kTmu0S, BenchTop::kData));
  BenchTop full({.hazards = Policy::AsHardware});
  EXPECT_EQ(full.run(program), Machine::End::Fault);
  EXPECT_EQ(full.fault_kind(), FaultKind::Deadlock);
  BenchTop strict;
  EXPECT_EQ(strict.run(std::vector<Instruction>(9, ldi(write::kTmu0S, BenchTop::kData))), Machine::End::Fault);
  EXPECT_NE(strict.fault_text().find("H28"), std::string::npos);
}

TEST(Tmu, OutsideOfMemoryIsAFaultThatNamesTheLane) {
  BenchTop top;
  std::vector<Instruction> program = lane_addresses(BenchTop::kBytes - 4 * 10);
  program.push_back(move(write::kTmu0S, Mux::R0));
  EXPECT_EQ(top.run(program), Machine::End::Fault);
  EXPECT_EQ(top.fault_kind(), FaultKind::WrongAddress);
  EXPECT_NE(top.fault_text().find("lane 10"), std::string::npos) << top.fault_text();
}

TEST(Tmu, TextureLookUpsAreRefusedByName) {
  BenchTop top;
  EXPECT_EQ(top.run({ldi(write::kTmu0T, 0)}), Machine::End::Fault);
  EXPECT_EQ(top.fault_kind(), FaultKind::NotModelled);
}

// Looks a word up, stores another over it, looks it up again.
std::vector<Instruction> look_store_look() {
  return {kToRows,
          ldi(write::kTmu0S, BenchTop::kData),
          signalling(Signal::LoadTmu0),
          move(write::kR3, Mux::R4),
          ldi(write::kVpm, 2),
          ldi_b(write::kVwSetupB, 0x80000000 | 1u << 23 | 1u << 16 | 0x4000),
          ldi_b(write::kVwAddrB, BenchTop::kData),
          read_only(kNowhere, read::kVrWaitA),
          ldi(write::kTmu0S, BenchTop::kData),
          signalling(Signal::LoadTmu0),
          ldi_b(write::kVwSetupB, kWriteRows + 1),
          move(write::kVpm, Mux::R4)};
}

TEST(Caches, ServeStaleWordsUntilTheyAreCleared) {
  BenchTop top;
  top.put(BenchTop::kData, {1});
  ASSERT_EQ(top.run(look_store_look()), Machine::End::Idle) << top.fault_text();
  EXPECT_EQ(top.memory.load(BenchTop::kData), 2u);
  EXPECT_EQ(top.machine.vpm_word(1, 0), 1u) << "stale";

  const std::vector<Instruction> look = {kToRows, ldi(write::kTmu0S, BenchTop::kData), signalling(Signal::LoadTmu0),
                                         move(write::kVpm, Mux::R4)};
  ASSERT_EQ(top.run(look), Machine::End::Idle);
  EXPECT_EQ(top.machine.vpm_word(0, 0), 1u) << "the TMU's cache outlives the program";
  top.machine.clear_slice_caches(0x00010000);
  ASSERT_EQ(top.run(look), Machine::End::Idle);
  EXPECT_EQ(top.machine.vpm_word(0, 0), 1u) << "and the L2C behind it the TMU's";
  top.machine.clear_l2();
  top.machine.clear_slice_caches(0x00010000);
  ASSERT_EQ(top.run(look), Machine::End::Idle);
  EXPECT_EQ(top.machine.vpm_word(0, 0), 2u);
}

TEST(Caches, MakeStaleWordsAFaultIfAskedTo) {
  BenchTop top({.stale_reads = Policy::Fault});
  top.put(BenchTop::kData, {1});
  EXPECT_EQ(top.run(look_store_look()), Machine::End::Fault);
  EXPECT_EQ(top.fault_kind(), FaultKind::StaleRead);
}

TEST(Caches, OfTmusThrashOverLines4KiloBytesApart) {
  BenchTop top;
  std::vector<Instruction> program;
  for (int i = 0; i < 6; ++i)
    append(program, {ldi(write::kTmu0S, BenchTop::kData + (i % 2 == 0 ? 0 : 4096)), signalling(Signal::LoadTmu0)});
  ASSERT_EQ(top.run(program), Machine::End::Idle) << top.fault_text();
  EXPECT_EQ(top.machine.statistics().tmu_misses, 6u);
  EXPECT_EQ(top.machine.performance_counter(29), 2u) << "the L2C keeps both";
  EXPECT_EQ(top.machine.performance_counter(28), 4u);
}

TEST(Uniforms, RewrittenWithoutAClearAreStale) {
  const std::vector<Instruction> program = {kToRows, move_from_a(write::kVpm, read::kUniform)};
  BenchTop top;
  ASSERT_EQ(top.run(program, {1}), Machine::End::Idle);
  ASSERT_EQ(top.run(program, {2}), Machine::End::Idle);
  EXPECT_EQ(top.machine.vpm_word(0, 0), 1u);
  top.machine.clear_l2();
  top.machine.clear_slice_caches(0x0f0f0f0f);
  ASSERT_EQ(top.run(program, {3}), Machine::End::Idle);
  EXPECT_EQ(top.machine.vpm_word(0, 0), 3u);
}

TEST(Semaphores, CountToFifteenAndMakeOthersWait) {
  BenchTop top;
  std::vector<Instruction> giver(16, release(3)), taker(16, acquire(3));
  append_end(giver);
  append_end(taker);
  taker.insert(taker.begin(), 40, nop());
  top.load(giver);
  top.load(taker, BenchTop::kCode + 0x1000);
  top.machine.queue(BenchTop::kCode, 0);
  top.machine.queue(BenchTop::kCode + 0x1000, 0);
  ASSERT_EQ(top.machine.run(), Machine::End::Idle) << top.fault_text();
  EXPECT_EQ(top.machine.semaphore(3), 0u);
  EXPECT_GT(top.machine.statistics().stalled_cycles[std::size_t(Stall::Semaphore)], 0u) << "the sixteenth had to wait";
}

TEST(Semaphores, HoldFifteenAndBlockTheSixteenthRelease) {
  for (const int releases : {15, 16}) {
    BenchTop top;
    std::vector<Instruction> giver(releases, release(3));
    append_end(giver);
    top.load(giver);
    top.machine.queue(BenchTop::kCode, 0);
    EXPECT_EQ(top.machine.advance(1000), releases == 15 ? Machine::End::Idle : Machine::End::Blocked);
    EXPECT_EQ(top.machine.semaphore(3), 15u);
  }
}

TEST(Semaphores, ThatNobodyReleasesAreADeadlockWhichNamesWhoWaits) {
  BenchTop top;
  std::vector<Instruction> program = {acquire(5)};
  append_end(program);
  top.load(program);
  top.machine.queue(BenchTop::kCode, 0);
  top.machine.queue(BenchTop::kCode, 0);
  EXPECT_EQ(top.machine.advance(1000), Machine::End::Blocked);
  EXPECT_EQ(top.machine.run(), Machine::End::Fault);
  EXPECT_EQ(top.fault_kind(), FaultKind::Deadlock);
  EXPECT_NE(top.fault_text().find("QPU 0"), std::string::npos);
  EXPECT_NE(top.fault_text().find("QPU 1"), std::string::npos);
  EXPECT_NE(top.fault_text().find("semaphore 5"), std::string::npos) << top.fault_text();
}

TEST(Semaphores, OutliveThePrograms) {
  BenchTop top({.hazards = Policy::AsHardware});
  ASSERT_EQ(top.run({release(9), release(9)}), Machine::End::Idle);
  EXPECT_EQ(top.machine.semaphore(9), 2u);
  ASSERT_EQ(top.run({acquire(9)}), Machine::End::Idle);
  EXPECT_EQ(top.machine.semaphore(9), 1u);
  top.machine.reset();
  EXPECT_EQ(top.machine.semaphore(9), 0u);
}

TEST(Mutex, LetsOneQpuAtATimeThroughItsSection) {
  BenchTop top;
  // Each adds one to a word in memory, by way of the VPM, a hundred times too slow to be safe without.
  std::vector<Instruction> program = {read_only(read::kMutexAcquire, kNowhere),
                                      ldi(write::kVrSetupA, 0x83000000 | 1u << 20 | 1u << 16),
                                      ldi(write::kVrAddrA, BenchTop::kData),
                                      read_only(read::kVrWaitA, kNowhere),
                                      ldi(write::kVrSetupA, 0x00101a00),
                                      ldi_b(write::kVwSetupB, kWriteRows),
                                      with_immediate(add(AddOp::Add, write::kVpm, Mux::A, Mux::B), 1),
                                      ldi_b(write::kVwSetupB, 0x80000000 | 1u << 23 | 1u << 16 | 0x4000),
                                      ldi_b(write::kVwAddrB, BenchTop::kData),
                                      read_only(kNowhere, read::kVrWaitA),
                                      ldi(write::kMutexRelease, 0)};
  program[6].read_a = read::kVpm;
  append_end(program);
  top.load(program);
  for (int q = 0; q < 12; ++q) top.machine.queue(BenchTop::kCode, 0);
  ASSERT_EQ(top.machine.run(), Machine::End::Idle) << top.fault_text();
  EXPECT_EQ(top.memory.load(BenchTop::kData), 12u);
  EXPECT_GT(top.machine.statistics().stalled_cycles[std::size_t(Stall::Mutex)], 0u);
}

TEST(Mutex, TakenTwiceIsADeadlock) {
  BenchTop top;
  EXPECT_EQ(top.run({read_only(read::kMutexAcquire, kNowhere), read_only(read::kMutexAcquire, kNowhere)}),
            Machine::End::Fault);
  EXPECT_NE(top.fault_text().find("has the mutex"), std::string::npos) << top.fault_text();
}

// QPU 0 meets with the two others twice, always by the same pair of semaphores.
std::vector<Instruction> leading() {
  std::vector<Instruction> program = {kToRows};
  for (int meeting = 0; meeting < 2; ++meeting) append(program, {acquire(1), acquire(1), release(2), release(2)});
  append_end(program);
  return program;
}
// The others write down who has come from the first meeting, and go to the second.
std::vector<Instruction> following() {
  std::vector<Instruction> program = {kToRows,    release(1), acquire(2), move_from_b(write::kVpm, read::kQpuNumberB),
                                      release(1), acquire(2)};
  append_end(program);
  return program;
}
Machine::End meet(BenchTop& top) {
  constexpr std::uint32_t kFollowing = BenchTop::kCode + 0x1000;
  top.load(leading());
  top.load(following(), kFollowing);
  top.machine.queue(BenchTop::kCode, 0);
  for (int qpu = 1; qpu < 3; ++qpu) top.machine.queue(kFollowing, 0);
  return top.machine.run();
}

TEST(Schedule, DecidesWhoWakesFirst) {
  for (const bool reverse : {false, true}) {
    BenchTop top({.qpus = 3, .schedule = reverse ? Schedule::ReverseWake : Schedule::InTime});
    EXPECT_EQ(meet(top), Machine::End::Idle) << top.fault_text();
    EXPECT_EQ(top.machine.vpm_word(0, 0), reverse ? 1u : 2u) << "the last to wake writes last";
  }
}

TEST(Schedule, UntilStallLetsTheFastTakeWhatIsMeantForASleeper) {
  BenchTop top({.qpus = 3, .schedule = Schedule::UntilStall});
  EXPECT_EQ(meet(top), Machine::End::Fault);
  EXPECT_EQ(top.fault_kind(), FaultKind::Deadlock) << top.fault_text();
}

}  // namespace
}  // namespace qpu

// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include "tests/qpu/emulator/bench_top.h"

// Programs that work only as long as DMA and VPM are fast: found as broken rules, and made to fail by a late machine.
namespace qpu {
namespace {

using namespace words;

constexpr std::uint32_t kStoreRow0 = 0x80904000, kLoadRow0 = 0x83011000, kReadRow0 = 0x00101a00;
const Instruction kNoGap = ldi_b(write::kVwSetupB, 0xc0000000), kAwaitStore = read_only(kNowhere, read::kVwWaitB),
                  kAwaitLoad = read_only(read::kVrWaitA, kNowhere);

std::vector<Instruction> store_of(std::uint32_t setup) {
  return {ldi_b(write::kVwSetupB, setup), ldi_b(write::kVwAddrB, BenchTop::kData)};
}

std::vector<Instruction> joined(std::initializer_list<std::vector<Instruction>> pieces) {
  std::vector<Instruction> program;
  for (const auto& piece : pieces) program.insert(program.end(), piece.begin(), piece.end());
  return program;
}

struct Race {
  const char* reason;
  std::vector<Instruction> broken, sound;
};
void PrintTo(const Race& race, std::ostream* out) { *out << race.reason; }

std::vector<Race> races() {
  const std::vector<Instruction> write_row = {kToRows, ldi(write::kVpm, 7)},
                                 last_rows = {ldi_b(write::kVwSetupB, kWriteRows + 62), ldi(write::kVpm, 7),
                                              ldi(write::kVpm, 7), ldi(write::kVpm, 7)},
                                 store = store_of(kStoreRow0),
                                 load = {ldi(write::kVrSetupA, kLoadRow0), ldi(write::kVrAddrA, BenchTop::kData)},
                                 read = {ldi(write::kVrSetupA, kReadRow0), nop(), nop(), nop(),
                                         read_only(read::kVpm, kNowhere)};
  return {
      {"overwrites what a running store reads", joined({write_row, store, write_row, {kAwaitStore}}),
       joined({write_row, store, {kAwaitStore}, write_row})},
      {"reads what a running load brings", joined({load, read, {kAwaitLoad}}), joined({load, {kAwaitLoad}, read})},
      {"stores what a running load brings", joined({load, store}), joined({load, {kAwaitLoad}, store})},
      {"loads over what a running store reads", joined({write_row, store, load}),
       joined({write_row, store, {kAwaitStore}, load})},
      {"no stride was ever set", joined({{kToRows, ldi(write::kVpm, 7), ldi(write::kVpm, 7)}, store_of(0x81104000)}),
       joined({{kToRows, ldi(write::kVpm, 7), ldi(write::kVpm, 7), kNoGap}, store_of(0x81104000)})},
      {"reaches row 64", joined({{kNoGap}, last_rows, store_of(0x81104000 | 63 << 7)}),
       joined({{kNoGap}, last_rows, store_of(0x81104000 | 62 << 7)})},
      {"a pitch of more than 16 bits", {ldi(write::kVrSetupA, 0x90010000)}, {ldi(write::kVrSetupA, 0x9000ffff)}},
      {"a stride of more than 16 bits", {ldi_b(write::kVwSetupB, 0xc0020000)}, {ldi_b(write::kVwSetupB, 0xc001ffff)}},
      {"which nothing has written", joined({{kNoGap}, write_row, store_of(0x81104000)}),
       joined({{kNoGap}, write_row, {ldi(write::kVpm, 7)}, store_of(0x81104000)})},
      {"semaphore 3 is left at 1", {release(3), release(3), acquire(3)}, {release(3), acquire(3)}},
      {"ended with the mutex",
       {read_only(read::kMutexAcquire, kNowhere)},
       {read_only(read::kMutexAcquire, kNowhere), ldi(write::kMutexRelease, 0)}},
  };
}

class EveryRace : public testing::TestWithParam<Race> {};

TEST_P(EveryRace, IsABrokenRuleAndItsNearMissIsNone) {
  BenchTop top, other;
  EXPECT_EQ(top.run(GetParam().broken), Machine::End::Fault);
  EXPECT_EQ(top.fault_kind(), FaultKind::BrokenHazard);
  EXPECT_NE(top.fault_text().find(GetParam().reason), std::string::npos) << top.fault_text();
  EXPECT_EQ(other.run(GetParam().sound), Machine::End::Idle) << other.fault_text();
}

INSTANTIATE_TEST_SUITE_P(Races, EveryRace, testing::ValuesIn(races()));

TEST(Late, StoresTakeWhatIsThereWhenTheyAreAwaited) {
  for (const bool late : {false, true}) {
    BenchTop top({.hazards = Policy::AsHardware, .late = late});
    ASSERT_EQ(top.run(joined(
                  {{kToRows, ldi(write::kVpm, 7)}, store_of(kStoreRow0), {kToRows, ldi(write::kVpm, 8), kAwaitStore}})),
              Machine::End::Idle);
    EXPECT_EQ(top.memory.load(BenchTop::kData), 7u) << "a posted write has not arrived when the store is awaited";
    ASSERT_EQ(top.run(joined({{kToRows, ldi(write::kVpm, 7)},
                              store_of(kStoreRow0),
                              {kToRows, ldi(write::kVpm, 8), ldi(write::kVpm, 9), ldi(write::kVpm, 10), kAwaitStore}})),
              Machine::End::Idle);
    EXPECT_EQ(top.memory.load(BenchTop::kData), late ? 8u : 7u);
  }
}

TEST(Late, LoadsArriveWhenTheyAreAwaited) {
  std::vector<Instruction> program = {ldi(write::kVrSetupA, kLoadRow0), ldi(write::kVrAddrA, BenchTop::kData)};
  program.insert(program.end(), 300, nop());  // long after it would have arrived
  program.insert(program.end(),
                 {ldi(write::kVrSetupA, kReadRow0), nop(), nop(), nop(), move_from_a(write::kR0, read::kVpm),
                  kAwaitLoad, ldi_b(write::kVwSetupB, kWriteRows + 1), move(write::kVpm, Mux::R0)});
  for (const bool late : {false, true}) {
    BenchTop top({.hazards = Policy::AsHardware, .late = late});
    top.put(BenchTop::kData, {77});
    ASSERT_EQ(top.run(program), Machine::End::Idle);
    EXPECT_EQ(top.machine.vpm_word(0, 0), 77u);
    EXPECT_EQ(top.machine.vpm_word(1, 0), late ? 0u : 77u);
  }
}

// H31: another QPU sees a write when the one that wrote has read something back.
TEST(Late, WritesArriveForOthersWhenTheyAreReadBack) {
  for (const bool reads_back : {false, true}) {
    BenchTop top({.late = true});
    std::vector<Instruction> writer = {kToRows, ldi(write::kVpm, 5)};
    if (reads_back)
      writer.insert(writer.end(),
                    {ldi(write::kVrSetupA, kReadRow0), nop(), nop(), nop(), read_only(read::kVpm, kNowhere)});
    writer.insert(writer.end(), {release(1), acquire(2)});
    append_end(writer);
    std::vector<Instruction> reader = {acquire(1),
                                       ldi(write::kVrSetupA, kReadRow0),
                                       nop(),
                                       nop(),
                                       nop(),
                                       move_from_a(write::kR0, read::kVpm),
                                       ldi_b(write::kVwSetupB, kWriteRows + 1),
                                       move(write::kVpm, Mux::R0),
                                       release(2)};
    append_end(reader);
    top.load(writer);
    top.load(reader, BenchTop::kCode + 0x1000);
    top.machine.queue(BenchTop::kCode, 0);
    top.machine.queue(BenchTop::kCode + 0x1000, 0);
    ASSERT_EQ(top.machine.run(), Machine::End::Idle) << top.fault_text();
    EXPECT_EQ(top.machine.vpm_word(1, 0), reads_back ? 5u : 0u);
  }
}

}  // namespace
}  // namespace qpu

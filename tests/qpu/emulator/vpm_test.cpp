// SPDX-License-Identifier: MIT
#include "qpu/emulator/vpm.h"

#include <gtest/gtest.h>

#include <random>

#include "tests/qpu/emulator/bench_top.h"

namespace qpu {
namespace {

using namespace words;

// A VPM as the formulas of reference 6.1 have it, a bit field at a time.
struct PlainVpm {
  std::uint32_t v[64][16] = {};

  struct Spot {
    int row, column, low;
  };
  // The table of 6.1, and the address field of 6.3.
  static Spot spot(bool horizontal, int size, bool laned, std::uint32_t address, int i) {
    const int h = static_cast<int>(address & 1), b = static_cast<int>(address & 3);
    const int cell = static_cast<int>(size == 2 ? address : size == 1 ? address >> 1 : address >> 2);
    const int y = horizontal ? cell & 63 : cell & 48, x = cell & 15;
    if (size == 2) return horizontal ? Spot{y, i, 0} : Spot{y + i, x, 0};
    if (size == 1 && laned) return horizontal ? Spot{y, i, 16 * h} : Spot{y + i, x, 16 * h};
    if (size == 1) return horizontal ? Spot{y, 8 * h + i / 2, 16 * (i & 1)} : Spot{y + 8 * h + i / 2, x, 16 * (i & 1)};
    if (laned) return horizontal ? Spot{y, i, 8 * b} : Spot{y + i, x, 8 * b};
    return horizontal ? Spot{y, 4 * b + i / 4, 8 * (i & 3)} : Spot{y + 4 * b + i / 4, x, 8 * (i & 3)};
  }
};

TEST(Vpm, AccessesFollowTheFormulasForRandomSetups) {
  std::mt19937 random(7);
  Vpm vpm;
  PlainVpm plain;
  for (int round = 0; round < 3000; ++round) {
    const int size = static_cast<int>(random() % 3);
    const bool horizontal = random() % 2 == 0, laned = random() % 2 == 0;
    const std::uint32_t limit = size == 2 ? 64 : size == 1 ? 128 : 256;
    const std::uint32_t first = static_cast<std::uint32_t>(random()) % limit, stride = random() % 64;
    const std::uint32_t setup =
        stride << 12 | (horizontal ? 0x800u : 0) | (laned ? 0x400u : 0) | static_cast<std::uint32_t>(size) << 8 | first;
    VpmAccess access = VpmAccess::decode(setup);
    std::uint32_t address = first;
    for (int vector = 0; vector < 5; ++vector) {
      const std::uint32_t mask = size == 2 ? ~0u : size == 1 ? 0xffffu : 0xffu;
      Lanes value;
      for (std::uint32_t& lane : value.lane) lane = static_cast<std::uint32_t>(random());
      vpm.write(access, value);
      for (int i = 0; i < 16; ++i) {
        const auto spot = PlainVpm::spot(horizontal, size, laned, address, i);
        std::uint32_t& word = plain.v[spot.row][spot.column];
        word = (word & ~(mask << spot.low)) | (value[i] & mask) << spot.low;
      }
      const Lanes back = vpm.read(access);
      for (int i = 0; i < 16; ++i) ASSERT_EQ(back[i], value[i] & mask) << std::hex << setup << " lane " << i;
      access.advance();
      address = (address + (stride == 0 ? 64 : stride)) % limit;
    }
  }
  for (int row = 0; row < 64; ++row)
    for (int column = 0; column < 16; ++column)
      ASSERT_EQ(vpm.word(row, column), plain.v[row][column]) << row << ", " << column;
}

TEST(Vpm, MasksWritesOutsideOfWhatIsReservedAndReadsThem) {
  BenchTop top;
  const std::vector<Instruction> program = {ldi_b(write::kVwSetupB, kWriteRows + 7), ldi(write::kVpm, 1),
                                            ldi(write::kVpm, 2)};
  top.machine.set_vpm_base(2);  // eight rows
  ASSERT_EQ(top.run(program), Machine::End::Idle) << top.fault_text();
  EXPECT_EQ(top.machine.vpm_word(7, 0), 1u);
  EXPECT_EQ(top.machine.vpm_word(8, 0), 0u);
}

TEST(VpmRead, TakesAsManyVectorsAsItAnnouncesAndThenBlocks) {
  std::vector<Instruction> program = {ldi_b(write::kVwSetupB, kWriteRows),
                                      ldi(write::kVpm, 10),
                                      ldi(write::kVpm, 11),
                                      ldi(write::kVrSetupA, 0x00201a00),
                                      move_from_a(write::kR0, read::kVpm),
                                      move_from_b(write::kR1, read::kVpm),
                                      add(AddOp::Add, write::kVpm, Mux::R0, Mux::R1)};
  BenchTop top;
  ASSERT_EQ(top.run(program), Machine::End::Idle) << top.fault_text();
  EXPECT_EQ(top.machine.vpm_word(2, 0), 21u);
  program.push_back(move_from_a(write::kR2, read::kVpm));
  BenchTop blocked;
  EXPECT_EQ(blocked.run(program), Machine::End::Fault);
  EXPECT_EQ(blocked.fault_kind(), FaultKind::Deadlock);
  EXPECT_NE(blocked.fault_text().find("VPM"), std::string::npos) << blocked.fault_text();
}

TEST(VpmRead, QueuesASecondShortSetupAndRefusesAThird) {
  const std::vector<Instruction> two = {ldi_b(write::kVwSetupB, kWriteRows),
                                        ldi(write::kVpm, 10),
                                        ldi(write::kVpm, 11),
                                        ldi(write::kVrSetupA, 0x00101a01),
                                        ldi(write::kVrSetupA, 0x00101a00),
                                        move_from_a(write::kR0, read::kVpm),
                                        move_from_a(write::kR1, read::kVpm),
                                        move(write::kVpm, Mux::R0),
                                        move(write::kVpm, Mux::R1)};
  BenchTop top;
  ASSERT_EQ(top.run(two), Machine::End::Idle) << top.fault_text();
  EXPECT_EQ(top.machine.vpm_word(2, 0), 11u);
  EXPECT_EQ(top.machine.vpm_word(3, 0), 10u);
  std::vector<Instruction> three = two;
  three.insert(three.begin() + 5, ldi(write::kVrSetupA, 0x00101a00));
  BenchTop refused;
  EXPECT_EQ(refused.run(three), Machine::End::Fault);
  EXPECT_NE(refused.fault_text().find("H10"), std::string::npos);
}

TEST(VpmRead, IgnoresASetupBehindALongOne) {
  std::vector<Instruction> program = {ldi(write::kVrSetupA, 0x00001a00), ldi(write::kVrSetupA, 0x00001a10)};
  for (int i = 0; i < 17; ++i) program.push_back(move_from_a(write::kR0, read::kVpm));
  BenchTop top({.hazards = Policy::AsHardware});
  EXPECT_EQ(top.run(program), Machine::End::Fault);
  EXPECT_EQ(top.fault_kind(), FaultKind::Deadlock);
}

}  // namespace
}  // namespace qpu

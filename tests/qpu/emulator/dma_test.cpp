// SPDX-License-Identifier: MIT
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <random>

#include "tests/qpu/emulator/bench_top.h"

namespace qpu {
namespace {

using namespace words;

// The VPM filled from memory by rows, every word telling its place.
std::vector<Instruction> fill_vpm() {
  std::vector<Instruction> program;
  for (std::uint32_t block = 0; block < 4; ++block) {
    program.push_back(ldi(write::kVrSetupA, 0x83001000 | block << 8));
    program.push_back(ldi(write::kVrAddrA, BenchTop::kData + 1024 * block));
  }
  program.push_back(read_only(read::kVrWaitA, kNowhere));
  return program;
}
std::uint32_t word_at(int row, int column) {
  return 0x01000001u * static_cast<std::uint32_t>(row) + 0x11100u * static_cast<std::uint32_t>(column);
}

void fill_memory(BenchTop& top) {
  for (int row = 0; row < 64; ++row)
    for (int column = 0; column < 16; ++column)
      top.memory.store(BenchTop::kData + static_cast<std::uint32_t>(4 * (16 * row + column)), word_at(row, column));
}

TEST(Vdr, LoadsTheWholeVpmInFourOrders) {
  BenchTop top;
  fill_memory(top);
  ASSERT_EQ(top.run(fill_vpm()), Machine::End::Idle) << top.fault_text();
  for (int row = 0; row < 64; ++row)
    for (int column = 0; column < 16; ++column) ASSERT_EQ(top.machine.vpm_word(row, column), word_at(row, column));
  EXPECT_EQ(top.machine.statistics().vdr_words, 1024u);
}

TEST(Vdw, StoresFollowTheFormulasForRandomSetups) {
  std::mt19937 random(11);
  const auto below = [&](std::uint32_t limit) { return static_cast<std::uint32_t>(random()) % limit; };
  constexpr std::uint32_t kTo = 0x80000;
  for (int round = 0; round < 300; ++round) {
    const std::uint32_t mode = below(4) == 0 ? 2 + below(6) : 0;
    const int width = mode == 0 ? 4 : mode < 4 ? 2 : 1, parts = 4 / width;
    const int part = static_cast<int>(mode == 0 ? 0 : mode < 4 ? mode & 1 : mode & 3);
    const bool horizontal = below(2) == 0, block = below(4) == 0;
    const std::uint32_t units = 1 + below(16), depth = 1 + below(horizontal ? 16 : 40);
    const std::uint32_t y = below(horizontal ? 40 : 16), x = below(horizontal ? 4 : 3);
    const std::uint32_t gap = below(2) == 0 ? 0 : 4 * below(600);
    if (!horizontal && x + units > 16) continue;  // where a column continues is not documented
    BenchTop top;
    fill_memory(top);
    std::vector<Instruction> program = fill_vpm();
    program.push_back(ldi_b(write::kVwSetupB, 0x80000000 | units << 23 | depth << 16 | (horizontal ? 0x4000u : 0) |
                                                  y << 7 | x << 3 | mode));
    program.push_back(ldi_b(write::kVwSetupB, 0xc0000000 | (block ? 0x10000u : 0) | gap));
    program.push_back(ldi_b(write::kVwAddrB, kTo));
    program.push_back(read_only(kNowhere, read::kVrWaitA));
    ASSERT_EQ(top.run(program), Machine::End::Idle) << top.fault_text();
    for (std::uint32_t u = 0; u < units; ++u)
      for (std::uint32_t d = 0; d < depth; ++d) {
        const int element = part + static_cast<int>(d), words = element / parts;
        const int linear = static_cast<int>(16 * y + x) + words;
        const int row = horizontal ? linear / 16 + static_cast<int>(u) : static_cast<int>(y) + words;
        const int column = horizontal ? linear % 16 : static_cast<int>(x + u);
        const std::uint32_t expected = word_at(row, column) >> (8 * width * (element % parts));
        const std::uint32_t at =
            kTo + u * (depth * static_cast<std::uint32_t>(width) + gap) + d * static_cast<std::uint32_t>(width);
        std::uint32_t found = 0;
        std::memcpy(&found, top.memory.at(at), static_cast<std::size_t>(width));
        const std::uint32_t mask = width == 4 ? ~0u : (1u << (8 * width)) - 1;
        ASSERT_EQ(found, expected & mask) << fmt::format("seed 11 round {} mode {} h {} units {} depth {} y {} x {}",
                                                         round, mode, horizontal, units, depth, y, x);
      }
  }
}

// A library whose programs have run on chips stores so, one word of each of sixteen rows or columns: reference 6.5.
TEST(Vdw, TakesTheNextRowOrColumnWithBlockModeToo) {
  for (const bool horizontal : {true, false}) {
    BenchTop top;
    fill_memory(top);
    std::vector<Instruction> program = fill_vpm();
    program.push_back(ldi_b(write::kVwSetupB, 0x88010000 | (horizontal ? 0x4000u : 0)));
    program.push_back(ldi_b(write::kVwSetupB, 0xc0010000));
    program.push_back(ldi_b(write::kVwAddrB, 0x80000));
    program.push_back(read_only(kNowhere, read::kVrWaitA));
    ASSERT_EQ(top.run(program), Machine::End::Idle) << top.fault_text();
    for (int unit = 0; unit < 16; ++unit)
      EXPECT_EQ(top.memory.load(0x80000 + 4 * static_cast<std::uint32_t>(unit)),
                horizontal ? word_at(unit, 0) : word_at(0, unit));
  }
}

TEST(Vdr, LoadsFollowTheFormulasForRandomSetups) {
  std::mt19937 random(13);
  const auto below = [&](std::uint32_t limit) { return static_cast<std::uint32_t>(random()) % limit; };
  for (int round = 0; round < 300; ++round) {
    const bool vertical = below(2) == 0, power = below(2) == 0;
    const std::uint32_t row_length = 1 + below(16), rows = 1 + below(vertical ? 3 : 16),
                        vpitch = 1 + below(vertical ? 16 : 3);
    const std::uint32_t y = below(8), x = below(vertical ? 16 : 17 - row_length), mpitch = power ? 1 + below(8) : 0;
    const std::uint32_t pitch = power ? 8u << mpitch : 4 * below(0x3800);
    BenchTop top;
    fill_memory(top);
    const std::uint32_t setup = 0x80000000 | mpitch << 24 | (row_length & 15) << 20 | (rows & 15) << 16 |
                                (vpitch & 15) << 12 | (vertical ? 0x800u : 0) | y << 4 | x;
    ASSERT_EQ(top.run({ldi(write::kVrSetupA, 0x90000000 | pitch), ldi(write::kVrSetupA, setup),
                       ldi(write::kVrAddrA, BenchTop::kData), read_only(read::kVrWaitA, kNowhere)}),
              Machine::End::Idle)
        << top.fault_text();
    std::uint32_t expected[64][16] = {};
    for (std::uint32_t r = 0; r < rows; ++r)
      for (std::uint32_t c = 0; c < row_length; ++c) {
        const std::uint32_t word = top.memory.load(BenchTop::kData + r * pitch + 4 * c);
        (vertical ? expected[(y + r * vpitch + c) & 63][x] : expected[y + r * vpitch][x + c]) = word;
      }
    for (int row = 0; row < 64; ++row)
      for (int column = 0; column < 16; ++column)
        ASSERT_EQ(top.machine.vpm_word(row, column), expected[row][column])
            << fmt::format("seed 13 round {} setup {:08x} row {} column {}", round, setup, row, column);
  }
}

// As a matrix product does that has run on chips (U16).
TEST(Vdr, StepsFurtherThan13BitsTell) {
  constexpr std::uint32_t kPitch = 12288;
  BenchTop top;
  for (std::uint32_t row = 0; row < 16; ++row) top.memory.store(BenchTop::kData + row * kPitch, row + 1);
  ASSERT_EQ(top.run({ldi(write::kVrSetupA, 0x90000000 + kPitch), ldi(write::kVrSetupA, 0x80101000),
                     ldi(write::kVrAddrA, BenchTop::kData), read_only(read::kVrWaitA, kNowhere)}),
            Machine::End::Idle)
      << top.fault_text();
  for (int row = 0; row < 16; ++row) EXPECT_EQ(top.machine.vpm_word(row, 0), static_cast<std::uint32_t>(row) + 1);
}

TEST(Vdr, FillsAColumnOf64WordsInOneOrder) {
  BenchTop top;
  fill_memory(top);
  ASSERT_EQ(top.run({ldi(write::kVrSetupA, 0x83040800 + 5), ldi(write::kVrAddrA, BenchTop::kData),
                     read_only(read::kVrWaitA, kNowhere)}),
            Machine::End::Idle)
      << top.fault_text();
  for (int row = 0; row < 64; ++row) EXPECT_EQ(top.machine.vpm_word(row, 5), word_at(row / 16, row % 16)) << row;
  EXPECT_EQ(top.machine.vpm_word(0, 6), 0u);
}

TEST(Vdr, LoadsHalvesAndBytesPacked) {
  BenchTop top;
  top.put(BenchTop::kData, {0x44332211, 0x88776655});
  // Four halves, then eight bytes from byte 1 of column 4 on.
  ASSERT_EQ(top.run({ldi(write::kVrSetupA, 0x80000000 | 2u << 28 | 3u << 24 | 4u << 20 | 1u << 16),
                     ldi(write::kVrAddrA, BenchTop::kData),
                     ldi(write::kVrSetupA, 0x80000000 | 5u << 28 | 3u << 24 | 8u << 20 | 1u << 16 | 4),
                     ldi(write::kVrAddrA, BenchTop::kData), read_only(read::kVrWaitA, kNowhere)}),
            Machine::End::Idle)
      << top.fault_text();
  EXPECT_EQ(top.machine.vpm_word(0, 0), 0x44332211u);
  EXPECT_EQ(top.machine.vpm_word(0, 1), 0x88776655u);
  EXPECT_EQ(top.machine.vpm_word(0, 4), 0x33221100u);
  EXPECT_EQ(top.machine.vpm_word(0, 5), 0x77665544u);
  EXPECT_EQ(top.machine.vpm_word(0, 6), 0x00000088u);
}

TEST(Dma, ArrivesOnlyWhenItIsDone) {
  BenchTop top({.hazards = Policy::AsHardware});
  fill_memory(top);
  ASSERT_EQ(top.run({ldi(write::kVrSetupA, 0x83001000), ldi(write::kVrAddrA, BenchTop::kData),
                     ldi(write::kVrSetupA, 0x00101a00), move_from_a(write::kR0, read::kVpm),
                     read_only(read::kVrWaitA, kNowhere), ldi(write::kVrSetupA, 0x00101a00),
                     move_from_a(write::kR1, read::kVpm), ldi_b(write::kVwSetupB, kWriteRows + 32),
                     move(write::kVpm, Mux::R0), move(write::kVpm, Mux::R1)}),
            Machine::End::Idle)
      << top.fault_text();
  EXPECT_EQ(top.machine.vpm_word(32, 3), 0u);
  EXPECT_EQ(top.machine.vpm_word(33, 3), word_at(0, 3));
}

TEST(Dma, OfSeveralQpusIsServedInTurnWithSetupsOfTheirOwn) {
  BenchTop top;
  std::vector<Instruction> program;
  // Row and address by uniform; twice the same store, back to back.
  program = {move_from_a(1, read::kUniform),
             ldi(write::kR0, 0),
             swapped(move_from_a(write::kVwSetupB, 1)),
             move_from_b(write::kVpm, read::kQpuNumberB),
             swapped(move_from_a(write::kVwSetupB, read::kUniform)),
             ldi_b(write::kVwSetupB, 0xc0000000),
             swapped(move_from_a(write::kVwAddrB, read::kUniform)),
             swapped(move_from_a(write::kVwAddrB, read::kUniform)),
             read_only(kNowhere, read::kVrWaitA)};
  append_end(program);
  top.load(program);
  for (std::uint32_t q = 0; q < 12; ++q) {
    top.put(BenchTop::kUniforms + 64 * q, {kWriteRows + q, 0x80000000 | 1u << 23 | 16u << 16 | 0x4000 | q << 7,
                                           BenchTop::kData + 64 * q, BenchTop::kData + 4096 + 64 * q});
    top.machine.queue(BenchTop::kCode, BenchTop::kUniforms + 64 * q);
  }
  ASSERT_EQ(top.machine.run(), Machine::End::Idle) << top.fault_text();
  for (std::uint32_t q = 0; q < 12; ++q) {
    EXPECT_EQ(top.memory.load(BenchTop::kData + 64 * q + 4), q);
    EXPECT_EQ(top.memory.load(BenchTop::kData + 4096 + 64 * q + 60), q);
  }
  EXPECT_EQ(top.machine.statistics().vdw_words, 12u * 2 * 16);
  EXPECT_GT(top.machine.statistics().stalled_cycles[std::size_t(Stall::VdwBusy)], 0u);
}

TEST(Dma, OutsideOfMemoryIsAFault) {
  for (const bool store : {true, false}) {
    BenchTop top;
    const std::uint32_t address = BenchTop::kBytes - 32;
    const Instruction setup = store ? ldi_b(write::kVwSetupB, 0x80900000) : ldi(write::kVrSetupA, 0x83011000);
    EXPECT_EQ(top.run({setup, store ? ldi_b(write::kVwAddrB, address) : ldi(write::kVrAddrA, address)}),
              Machine::End::Fault);
    EXPECT_EQ(top.fault_kind(), FaultKind::WrongAddress) << top.fault_text();
  }
}

}  // namespace
}  // namespace qpu

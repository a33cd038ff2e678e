// SPDX-License-Identifier: MIT
#include "qpu/emulator/board_timing.h"

#include <fmt/format.h>

#include <array>
#include <stdexcept>

namespace qpu {
namespace {

constexpr Ticks cycles(double count) { return static_cast<Ticks>(count * kTicksPerCycle + 0.5); }

// The Pi 1 as fitted (reference appendix F, second fit; what the fit leaves free after 11.2): the only board with
// measurements. V3D at 250 MHz, SDRAM at 400 MHz.
constexpr BoardTiming kPi1 = {
    .name = "pi1",
    .description = "Raspberry Pi 1, BCM2835, V3D at 250 MHz",
    .v3d_megahertz = 250,
    .tmu_lane = cycles(1),
    .tmu_hit = cycles(19),
    .l2_latency = cycles(7),
    .sdram_latency = cycles(49),
    .l2_line = cycles(6.8),
    .sdram_line = cycles(14.6),
    .l2_bytes = 128 * 1024,
    .vpm_vector = cycles(4),
    .vpm_read_latency = cycles(12),
    .vdw_start = cycles(37),
    .vdw_row = cycles(2.8),
    .vdw_latency = cycles(76),
    .sdram_byte = cycles(0.24),
    .sdram_scattered_row = cycles(40),
    .scattered_distance = 128 * 1024,
    .vdr_start = cycles(90),
    .vdr_row = cycles(17.6),
    .instruction_miss = cycles(8),
    .uniform_word = cycles(6.8),
    .uniform_restart = cycles(36),
    .register_launch_microseconds = 16.8,
    .mailbox_launch_microseconds = 100,
};

// Another board: what the SDRAM takes is constant in nanoseconds at equal SDRAM clocks, so it grows with V3D's clock
// and shrinks with the SDRAM's. Everything else is in V3D clocks. Clocks: reference 1.4, U29.
constexpr BoardTiming derived(std::string_view name, std::string_view description, double v3d, double sdram) {
  BoardTiming board = kPi1;
  board.name = name;
  board.description = description;
  board.v3d_megahertz = v3d;
  const double scale = v3d / kPi1.v3d_megahertz * 400 / sdram;
  for (Ticks BoardTiming::*time : {&BoardTiming::sdram_latency, &BoardTiming::sdram_line, &BoardTiming::sdram_byte,
                                   &BoardTiming::sdram_scattered_row, &BoardTiming::vdw_latency})
    board.*time = static_cast<Ticks>(static_cast<double>(board.*time) * scale + 0.5);
  return board;
}

constexpr std::array<BoardTiming, 4> kBoards = {
    kPi1,
    derived("zero", "Raspberry Pi Zero, BCM2835, V3D at 300 MHz", 300, 450),
    derived("pi2", "Raspberry Pi 2, BCM2836, V3D at 250 MHz", 250, 450),
    derived("pi3", "Raspberry Pi 3, BCM2837, V3D at 300 MHz", 300, 450),
};

}  // namespace

std::span<const BoardTiming> board_timings() { return kBoards; }

const BoardTiming& board_timing(std::string_view name) {
  std::string known;
  for (const BoardTiming& board : kBoards) {
    if (board.name == name) return board;
    known += fmt::format(" {}", board.name);
  }
  throw std::invalid_argument(fmt::format("board {}: unknown; choose one of{}", name, known));
}

}  // namespace qpu

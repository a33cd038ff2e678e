// SPDX-License-Identifier: MIT
#include "qpu/emulator/board_timing.h"

#include <fmt/format.h>

#include <array>
#include <stdexcept>

namespace qpu {
namespace {

constexpr Ticks cycles(double count) { return static_cast<Ticks>(count * kTicksPerCycle + 0.5); }

// The Pi 1, the only board with measurements: V3D at 250 MHz, SDRAM at 400 MHz. Fitted to the 23 published times of
// GPU_FFT by way of a stand-in that does the same to the chip (tests/bench/qpu_emulator.cpp, whose `times` prints what
// is left); what the fit leaves free is from reference 11.2 and appendix F. A line of code from the SDRAM takes what
// U22a says, the launch lies between its two readings, and the bus moves the 8 bytes a clock of a bus of 64 bits.
constexpr BoardTiming kPi1 = {
    .name = "pi1",
    .description = "Raspberry Pi 1, BCM2835, V3D at 250 MHz",
    .v3d_megahertz = 250,
    .tmu_lane = cycles(1),
    .tmu_hit = cycles(20),
    .l2c_latency = cycles(8),
    .l2c_line = cycles(4.5),
    .bus_line = cycles(8),
    .system_l2_latency = cycles(14),
    .sdram_latency = cycles(84),
    .sdram_line = cycles(16),
    .system_l2_bytes = 128 * 1024,
    .vpm_vector = cycles(4),
    .vpm_read_latency = cycles(12),
    .vdw_start = cycles(10),
    .vdw_row = cycles(18),
    .vdw_latency = cycles(130),
    .bus_stored_line = cycles(5),
    .sdram_byte = cycles(0.2),
    .sdram_scattered_row = cycles(28),
    .scattered_distance = 128 * 1024,
    .vdr_start = cycles(90),
    .vdr_row = cycles(17.6),
    .instruction_miss = cycles(8),
    .instruction_cold = cycles(100),
    .uniform_word = cycles(6.8),
    .uniform_restart = cycles(36),
    .register_launch_microseconds = 15,
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
  for (Ticks BoardTiming::*time :
       {&BoardTiming::sdram_latency, &BoardTiming::sdram_line, &BoardTiming::sdram_byte,
        &BoardTiming::sdram_scattered_row, &BoardTiming::vdw_latency, &BoardTiming::instruction_cold})
    board.*time = static_cast<Ticks>(static_cast<double>(board.*time) * scale + 0.5);
  return board;
}

// Where the ARM does not see the system's L2, its memory is used past it (reference 9.4).
constexpr BoardTiming past_the_l2(BoardTiming board) {
  board.system_l2_bytes = 0;
  return board;
}

constexpr std::array<BoardTiming, 4> kBoards = {
    kPi1,
    derived("zero", "Raspberry Pi Zero, BCM2835, V3D at 300 MHz", 300, 450),
    past_the_l2(derived("pi2", "Raspberry Pi 2, BCM2836, V3D at 250 MHz", 250, 450)),
    past_the_l2(derived("pi3", "Raspberry Pi 3, BCM2837, V3D at 300 MHz", 300, 450)),
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

// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace qpu {

// Time inside the machine: hundredths of a V3D clock, so that the fitted constants are whole numbers.
using Ticks = std::uint64_t;
inline constexpr Ticks kTicksPerCycle = 100;
inline constexpr Ticks kIssue = 4 * kTicksPerCycle;  // one instruction of one QPU (reference 11.1)

// The constants of the cycle model: one row a board, in board_timing.cpp, with where each comes from.
struct BoardTiming {
  std::string_view name;         // as accepted by --board
  std::string_view description;  // for people
  double v3d_megahertz;

  // TMU, the L2C and what lies behind it: a bus, the system's L2 (U22b), the SDRAM
  Ticks tmu_lane;                 // a TMU looks at its lanes in order
  Ticks tmu_hit;                  // from the last lane to the result, everything in the L1
  Ticks l2c_latency;              // more, when a line comes from the L2C
  Ticks l2c_line;                 // the L2C is busy for each line it is asked for
  Ticks bus_line;                 // so is the bus, for each line that the L2C lacks
  Ticks system_l2_latency;        // more, when such a line comes from the system's L2
  Ticks sdram_latency;            // more, on a miss there
  Ticks sdram_line;               // the SDRAM is busy for each line of 64 bytes read
  std::uint32_t system_l2_bytes;  // 4-way; 0: memory is used past it

  // VPM and DMA
  Ticks vpm_vector;        // the one port of the VPM, a vector
  Ticks vpm_read_latency;  // from the set-up of a read to its first vector
  Ticks vdw_start;         // per store, the engine
  Ticks vdw_row;           // per row, the engine, or per 64 bytes of a longer one (reference 11.2: 4.5 bytes a clock)
  Ticks vdw_latency;       // until vw_wait sees it done
  Ticks bus_stored_line;   // the bus is busy for each line of a store that goes to the system's L2
  Ticks sdram_byte;        // the SDRAM is busy for each byte written
  Ticks sdram_scattered_row;  // at least, for a row scattered_distance or more from the one before; with what the
                              // master computes, this makes the 82 to 94 cycles a row of large transforms
  std::uint32_t scattered_distance;
  Ticks vdr_start;
  Ticks vdr_row;

  // Instructions and uniforms
  Ticks instruction_miss;  // a miss of the slice's instruction cache, served by the L2C
  Ticks instruction_cold;  // the same, served by the SDRAM (U22a)
  Ticks uniform_word;      // the two-word FIFO of a QPU is refilled at this pace
  Ticks uniform_restart;   // after a change of the stream's address

  // Launching the machine
  double register_launch_microseconds;
  double mailbox_launch_microseconds;
};

std::span<const BoardTiming> board_timings();
// Throws std::invalid_argument that lists the boards.
const BoardTiming& board_timing(std::string_view name);

}  // namespace qpu

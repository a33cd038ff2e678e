// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace qpu {

enum class Stall : std::uint8_t {
  Tmu,          // the result is not there yet, or the request FIFO is full
  VpmRead,      // data not there yet
  VpmWrite,     // two are queued already
  VdwBusy,      // vw_addr while the engine is at work
  VdrBusy,      // vr_addr likewise
  VdwWait,      // vw_wait
  VdrWait,      // vr_wait
  Semaphore,    //
  Mutex,        //
  Uniform,      //
  Instruction,  // a miss of the instruction cache
};
inline constexpr std::size_t kStallCauses = 11;
std::string_view name_of(Stall cause);

// What happened since the machine was made or reset_statistics() called. Cycles are V3D clocks; stalls are summed over
// QPUs.
struct Statistics {
  std::uint64_t cycles = 0;  // from the first program's start to the last one's end, time spent idle left out
  std::uint64_t instructions = 0;
  std::array<std::uint64_t, kStallCauses> stalled_cycles{};
  std::uint64_t programs = 0;
  std::uint64_t tmu_requests = 0;  // vectors
  std::uint64_t tmu_misses = 0;    // misses of the TMU's own cache
  std::uint64_t l2_misses = 0;     // lines that neither the L2C nor the system's L2 had
  std::uint64_t vpm_read_words = 0, vpm_written_words = 0;
  std::uint64_t vdr_words = 0, vdw_words = 0;  // words of 32 bits moved
  std::uint64_t sdram_read_bytes = 0, sdram_written_bytes = 0;
  std::uint64_t uniforms = 0;
  std::uint64_t broken_hazards = 0, undefined_reads = 0, stale_words = 0;  // under Policy::AsHardware

  friend bool operator==(const Statistics&, const Statistics&) = default;
};

}  // namespace qpu

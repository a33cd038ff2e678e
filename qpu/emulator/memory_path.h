// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "qpu/emulator/line_cache.h"
#include "qpu/emulator/sdram.h"
#include "qpu/emulator/statistics.h"

namespace qpu {

// The path between the caches of the slices and the SDRAM: V3D's own L2C (U26), which goes stale as the chip's does,
// then a bus and on a Pi 1 the system's L2, which have nothing but a time here. Stores do not pass the L2C.
class MemoryPath {
 public:
  MemoryPath(Sdram& memory, const BoardTiming& timing, Statistics& statistics);

  // Fills a line of a slice's cache, requested at `now`. The line must overlap memory.
  void fill(std::uint32_t address, CachedLine& line, Ticks now);
  // When a line of instructions, requested at `now`, arrives in a slice's cache.
  Ticks fetch_instructions(std::uint32_t address, Ticks now);
  // The system's L2 or the SDRAM accepts a row of a store; returns the time when done.
  Ticks write_row(std::uint32_t address, std::uint32_t bytes, Ticks now);
  // The SDRAM delivers a row of a load.
  Ticks read_row(std::uint32_t bytes, Ticks now);

  void clear();
  Sdram& memory() { return memory_; }
  std::uint64_t hits() const { return hits_; }
  std::uint64_t misses() const { return misses_; }

 private:
  struct SystemLine {
    std::uint32_t address = 0;
    bool stored = false;  // and not in the SDRAM yet
    Ticks ready = 0;      // when its fill arrives
  };
  // When a line that the L2C lacks arrives there.
  Ticks arrival(std::uint32_t address, Ticks now);
  Ticks code_arrival(std::uint32_t address, Ticks now);
  template <typename Fetch>
  Ticks from_system_l2(std::uint32_t address, Ticks asked, Ticks latency, const Fetch& fetch);
  const CachedLine& keep_in_l2c(std::uint32_t address, Ticks ready);
  SystemLine& replace(std::uint32_t address, Ticks now);
  // Returns when the SDRAM begins.
  Ticks read_from_sdram(std::uint32_t bytes, Ticks now);
  void write_to_sdram(std::uint32_t address, std::uint32_t bytes, Ticks now);
  void copy_from_memory(std::uint32_t address, CachedLine& line) const;

  Sdram& memory_;
  const BoardTiming& timing_;
  Statistics& statistics_;
  LineCache<CachedLine> l2c_;
  LineCache<SystemLine> system_l2_;
  Ticks l2c_free_ = 0, bus_free_ = 0, sdram_free_ = 0;
  std::uint32_t last_row_ = 0;
  std::uint64_t hits_ = 0, misses_ = 0;
};

}  // namespace qpu

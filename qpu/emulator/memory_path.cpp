// SPDX-License-Identifier: MIT
#include "qpu/emulator/memory_path.h"

#include <algorithm>

namespace qpu {
namespace {
constexpr std::uint32_t kL2cBytes = 32 * 1024, kWays = 4;  // U26
}

MemoryPath::MemoryPath(Sdram& memory, const BoardTiming& timing, Statistics& statistics)
    : memory_(memory),
      timing_(timing),
      statistics_(statistics),
      l2c_(kL2cBytes, kWays),
      timed_l2_(timing.l2_bytes, kWays) {}

void MemoryPath::clear() {
  l2c_.clear();
  timed_l2_.clear();
}

Ticks MemoryPath::arrival(std::uint32_t address, Ticks now) {
  const Ticks start = std::max(now, l2_free_);
  l2_free_ = start + timing_.l2_line;
  if (timed_l2_.find(address) != nullptr) return start + timing_.l2_latency;
  timed_l2_.replace(address);
  const Ticks read = std::max(start, sdram_free_);
  sdram_free_ = read + timing_.sdram_line;
  ++statistics_.l2_misses;
  statistics_.sdram_read_bytes += kLineBytes;
  return read + timing_.l2_latency + timing_.sdram_latency;
}

// A line that is partly outside of memory has zeros there; accesses to those words have been refused before.
void MemoryPath::copy_from_memory(std::uint32_t address, CachedLine& line) const {
  if (memory_.contains(address, kLineBytes)) {
    std::memcpy(line.words.data(), memory_.at(address), kLineBytes);
    return;
  }
  for (std::uint32_t word = 0; word < kLineWords; ++word)
    line.words[word] = memory_.contains(address + 4 * word, 4) ? memory_.load(address + 4 * word) : 0;
}

void MemoryPath::fill(std::uint32_t address, CachedLine& line, Ticks now) {
  address &= ~(kLineBytes - 1);
  line.ready = arrival(address, now);
  if (const CachedLine* kept = l2c_.find(address)) {
    ++hits_;
    line.words = kept->words;
    return;
  }
  ++misses_;
  CachedLine& kept = l2c_.replace(address);
  copy_from_memory(address, kept);
  line.words = kept.words;
}

Ticks MemoryPath::write_row(std::uint32_t address, std::uint32_t bytes, Ticks now) {
  const std::uint32_t distance = address > last_row_ ? address - last_row_ : last_row_ - address;
  last_row_ = address;
  const Ticks needed = bytes * timing_.sdram_byte;
  const Ticks taken = distance < timing_.scattered_distance ? needed : std::max(needed, timing_.sdram_scattered_row);
  sdram_free_ = std::max(now, sdram_free_) + taken;
  statistics_.sdram_written_bytes += bytes;
  return sdram_free_;
}

Ticks MemoryPath::read_row(std::uint32_t bytes, Ticks now) {
  sdram_free_ = std::max(now, sdram_free_) + bytes * timing_.sdram_line / kLineBytes;
  statistics_.sdram_read_bytes += bytes;
  return sdram_free_;
}

}  // namespace qpu

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

// The least recently used line makes room: if it was stored, it has to go to the SDRAM first.
MemoryPath::TimedLine& MemoryPath::replace(std::uint32_t address, Ticks now) {
  TimedLine& line = timed_l2_.replace(address);
  if (line.stored) write_to_sdram(line.address, kLineBytes, now);
  line = {.address = address & ~(kLineBytes - 1)};
  return line;
}

Ticks MemoryPath::arrival(std::uint32_t address, Ticks now, const Latency& latency) {
  const Ticks start = std::max(now, l2_free_);
  l2_free_ = start + timing_.l2_line;
  if (const TimedLine* line = timed_l2_.find(address)) return std::max(start + latency.l2, line->ready);
  TimedLine& line = replace(address, now);
  const Ticks read = std::max(start, sdram_free_);
  sdram_free_ = read + timing_.sdram_line;
  ++statistics_.l2_misses;
  statistics_.sdram_read_bytes += kLineBytes;
  line.ready = read + latency.sdram;
  return line.ready;
}

// Code does not compete for the port and the SDRAM: the fit of U22a has one figure for a line, whatever else happens.
Ticks MemoryPath::fetch_instructions(std::uint32_t address, Ticks now) {
  if (const TimedLine* line = timed_l2_.find(address)) return std::max(now + timing_.instruction_miss, line->ready);
  TimedLine& line = replace(address, now);
  line.ready = now + timing_.instruction_cold;
  statistics_.sdram_read_bytes += kLineBytes;
  return line.ready;
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
  line.ready = arrival(address, now, {timing_.l2_latency, timing_.l2_latency + timing_.sdram_latency});
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

void MemoryPath::write_to_sdram(std::uint32_t address, std::uint32_t bytes, Ticks now) {
  const std::uint32_t distance = address > last_row_ ? address - last_row_ : last_row_ - address;
  last_row_ = address;
  const Ticks needed = bytes * timing_.sdram_byte;
  const Ticks taken = distance < timing_.scattered_distance ? needed : std::max(needed, timing_.sdram_scattered_row);
  sdram_free_ = std::max(now, sdram_free_) + taken;
  statistics_.sdram_written_bytes += bytes;
}

Ticks MemoryPath::write_row(std::uint32_t address, std::uint32_t bytes, Ticks now) {
  if (timing_.l2_stored_line == 0) {
    write_to_sdram(address, bytes, now);
    return sdram_free_;
  }
  Ticks done = now;
  const std::uint32_t end = address + bytes;
  for (std::uint32_t line = address & ~(kLineBytes - 1); line < end; line += kLineBytes) {
    l2_free_ = std::max(now, l2_free_) + timing_.l2_stored_line;
    done = std::max(done, l2_free_);
    TimedLine* kept = timed_l2_.find(line);
    if (kept == nullptr) {
      const std::uint64_t written = statistics_.sdram_written_bytes;
      kept = &replace(line, now);
      if (statistics_.sdram_written_bytes != written) done = std::max(done, sdram_free_);
    }
    kept->stored = true;
  }
  return done;
}

Ticks MemoryPath::read_row(std::uint32_t bytes, Ticks now) {
  sdram_free_ = std::max(now, sdram_free_) + bytes * timing_.sdram_line / kLineBytes;
  statistics_.sdram_read_bytes += bytes;
  return sdram_free_;
}

}  // namespace qpu

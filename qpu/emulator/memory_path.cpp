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
      system_l2_(timing.system_l2_bytes, kWays) {}

void MemoryPath::clear() {
  l2c_.clear();
  system_l2_.clear();
}

// The least recently used line makes room: if it was stored, it has to go to the SDRAM first.
MemoryPath::SystemLine& MemoryPath::replace(std::uint32_t address, Ticks now) {
  SystemLine& line = system_l2_.replace(address);
  if (line.stored) write_to_sdram(line.address, kLineBytes, now);
  line = {.address = address & ~(kLineBytes - 1)};
  return line;
}

Ticks MemoryPath::read_from_sdram(std::uint32_t bytes, Ticks now) {
  const Ticks start = std::max(now, sdram_free_);
  sdram_free_ = start + bytes * timing_.sdram_line / kLineBytes;
  statistics_.sdram_read_bytes += bytes;
  return start;
}

// When it has a line that was asked for at `asked`; else `fetch`, which says when the SDRAM delivers it.
template <typename Fetch>
Ticks MemoryPath::from_system_l2(std::uint32_t address, Ticks asked, Ticks latency, const Fetch& fetch) {
  if (timing_.system_l2_bytes == 0) return fetch();
  if (const SystemLine* kept = system_l2_.find(address)) return std::max(asked + latency, kept->ready);
  SystemLine& line = replace(address, asked);
  return line.ready = fetch();
}

Ticks MemoryPath::arrival(std::uint32_t address, Ticks now) {
  const Ticks start = std::max(now, bus_free_);
  bus_free_ = start + timing_.bus_line;
  return from_system_l2(address, now, start - now + timing_.system_l2_latency, [&] {
    ++statistics_.l2_misses;
    return read_from_sdram(kLineBytes, start) + timing_.system_l2_latency + timing_.sdram_latency;
  });
}

// Code does not compete for buses and the SDRAM: the fit of U22a has one figure for a line, whatever else happens.
Ticks MemoryPath::code_arrival(std::uint32_t address, Ticks now) {
  return from_system_l2(address, now, timing_.instruction_miss + timing_.system_l2_latency, [&] {
    statistics_.sdram_read_bytes += kLineBytes;
    return now + timing_.instruction_cold;
  });
}

Ticks MemoryPath::fetch_instructions(std::uint32_t address, Ticks now) {
  address &= ~(kLineBytes - 1);
  if (const CachedLine* kept = l2c_.find(address)) return std::max(now + timing_.instruction_miss, kept->ready);
  const Ticks ready = code_arrival(address, now);
  keep_in_l2c(address, ready);
  return ready;
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

const CachedLine& MemoryPath::keep_in_l2c(std::uint32_t address, Ticks ready) {
  CachedLine& line = l2c_.replace(address);
  copy_from_memory(address, line);
  line.ready = ready;
  return line;
}

void MemoryPath::fill(std::uint32_t address, CachedLine& line, Ticks now) {
  address &= ~(kLineBytes - 1);
  const Ticks start = std::max(now, l2c_free_);
  l2c_free_ = start + timing_.l2c_line;
  if (const CachedLine* kept = l2c_.find(address)) {
    ++hits_;
    line.words = kept->words;
    line.ready = std::max(start + timing_.l2c_latency, kept->ready);
    return;
  }
  ++misses_;
  line = keep_in_l2c(address, arrival(address, start));
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
  if (timing_.system_l2_bytes == 0) {
    write_to_sdram(address, bytes, now);
    return sdram_free_;
  }
  Ticks done = now;
  const std::uint32_t end = address + bytes;
  for (std::uint32_t line = address & ~(kLineBytes - 1); line < end; line += kLineBytes) {
    bus_free_ = std::max(now, bus_free_) + timing_.bus_stored_line;
    done = std::max(done, bus_free_);
    SystemLine* kept = system_l2_.find(line);
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
  read_from_sdram(bytes, now);
  return sdram_free_;
}

}  // namespace qpu

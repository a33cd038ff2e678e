// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>

#include "qpu/emulator/lanes.h"
#include "qpu/emulator/memory_path.h"

namespace qpu {

// Requests of a QPU to one TMU that it has not fetched yet (reference 5.4). Eight requests wait in front, eight results
// behind: a further request has to wait, and with both full only a fetch makes room.
class TmuFifo {
 public:
  static constexpr int kRequestSlots = 8, kResultSlots = 8;

  int outstanding() const { return count_; }
  bool empty() const { return count_ == 0; }
  // When there is room for one more request; kNever if only after a fetch.
  Ticks room_at() const;
  static constexpr Ticks kNever = ~Ticks{0};

  Lanes& push(Ticks ready);
  Ticks ready() const { return ready_[first_]; }
  const Lanes& pop();
  void clear() { count_ = 0; }

 private:
  static constexpr int kSlots = kRequestSlots + kResultSlots;
  int at(int index) const { return (first_ + index) % kSlots; }

  std::array<Lanes, kSlots> results_;
  std::array<Ticks, kSlots> ready_{};
  int first_ = 0, count_ = 0;
};

// A texture and memory unit as general look-ups use it (reference 5.2): a direct-mapped cache (U37) in front of the
// path to memory, the lanes of a request in order, misses under way while later lanes are looked at.
class Tmu {
 public:
  Tmu(MemoryPath& path, const BoardTiming& timing, Statistics& statistics);

  // The result of one request. Every lane must be in memory.
  struct Found {
    Ticks ready;
    std::uint32_t stale_lanes;  // lanes with stale words; only if requested
  };
  Found look_up(const Lanes& addresses, Lanes& words, Ticks now, bool compare);
  void clear() { cache_.clear(); }

 private:
  CachedLine& line_of(std::uint32_t address, Ticks now);

  MemoryPath& path_;
  const BoardTiming& timing_;
  Statistics& statistics_;
  LineCache<CachedLine> cache_;
  Ticks free_ = 0;
};

}  // namespace qpu

// SPDX-License-Identifier: MIT
#include "qpu/emulator/tmu.h"

#include <algorithm>

namespace qpu {
namespace {
constexpr std::uint32_t kCacheBytes = 4 * 1024;
}

// A request leaves its slot when its result is there and has room.
Ticks TmuFifo::room_at() const {
  if (count_ < kRequestSlots) return 0;
  if (count_ == kSlots) return kNever;
  return ready_[at(count_ - kRequestSlots)];
}

Lanes& TmuFifo::push(Ticks ready) {
  const int place = at(count_++);
  ready_[place] = ready;
  return results_[place];
}

const Lanes& TmuFifo::pop() {
  const Lanes& result = results_[first_];
  first_ = at(1);
  --count_;
  return result;
}

Tmu::Tmu(MemoryPath& path, const BoardTiming& timing, Statistics& statistics)
    : path_(path), timing_(timing), statistics_(statistics), cache_(kCacheBytes, 1) {}

CachedLine& Tmu::line_of(std::uint32_t address, Ticks now) {
  if (CachedLine* line = cache_.find(address)) return *line;
  ++statistics_.tmu_misses;
  CachedLine& line = cache_.replace(address);
  path_.fill(address, line, now);
  return line;
}

Tmu::Found Tmu::look_up(const Lanes& addresses, Lanes& words, Ticks now, bool compare) {
  Found found{now, 0};
  Ticks time = std::max(now, free_);
  const CachedLine* line = nullptr;
  std::uint32_t line_address = 0;
  for (int lane = 0; lane < kLanes; ++lane, time += timing_.tmu_lane) {
    const std::uint32_t address = addresses[lane] & ~3u;
    if (line == nullptr || address / kLineBytes != line_address) {
      line_address = address / kLineBytes;
      line = &line_of(address, time);
      found.ready = std::max(found.ready, line->ready);
    }
    words[lane] = line->words[address / 4 % kLineWords];
    if (compare && words[lane] != path_.memory().load(address)) found.stale_lanes |= 1u << lane;
  }
  free_ = time;
  found.ready = std::max(found.ready, time) + timing_.tmu_hit;
  ++statistics_.tmu_requests;
  return found;
}

}  // namespace qpu

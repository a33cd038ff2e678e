// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "qpu/emulator/board_timing.h"

namespace qpu {

inline constexpr std::uint32_t kLineBytes = 64;
inline constexpr std::uint32_t kLineWords = kLineBytes / 4;

// A line as it was in memory when it was read. It is not updated afterwards (reference 5.6).
struct CachedLine {
  std::array<std::uint32_t, kLineWords> words;
  Ticks ready = 0;  // when the fill arrives
};
struct NoContents {};

// A read-only cache of 64-byte lines, set-associative, the least recently used way is replaced (U28).
template <typename Contents>
class LineCache {
 public:
  LineCache(std::uint32_t bytes, std::uint32_t ways)
      : ways_(ways), sets_(bytes / kLineBytes / ways), lines_(bytes / kLineBytes) {}

  // Null on a miss.
  Contents* find(std::uint32_t address) {
    Line* const set = set_of(address);
    for (std::uint32_t way = 0; way < ways_; ++way)
      if (set[way].tag == tag_of(address)) {
        set[way].last_use = ++uses_;
        return &set[way].contents;
      }
    return nullptr;
  }

  // The place for a line that find() did not find, with what was in it.
  Contents& replace(std::uint32_t address) {
    Line* const set = set_of(address);
    Line* oldest = set;
    for (std::uint32_t way = 1; way < ways_; ++way)
      if (set[way].last_use < oldest->last_use) oldest = set + way;
    oldest->tag = tag_of(address);
    oldest->last_use = ++uses_;
    return oldest->contents;
  }

  void clear() {
    for (Line& line : lines_) line = {};
  }

 private:
  static constexpr std::uint32_t kEmpty = 1;  // no tag is odd
  struct Line {
    std::uint32_t tag = kEmpty;
    std::uint64_t last_use = 0;
    [[no_unique_address]] Contents contents;
  };

  static std::uint32_t tag_of(std::uint32_t address) { return address & ~(kLineBytes - 1); }
  Line* set_of(std::uint32_t address) { return &lines_[address / kLineBytes % sets_ * ways_]; }

  std::uint32_t ways_, sets_;
  std::uint64_t uses_ = 0;
  std::vector<Line> lines_;
};

}  // namespace qpu

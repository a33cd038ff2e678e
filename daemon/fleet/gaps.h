// SPDX-License-Identifier: MIT
#pragma once

#include <compare>
#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

namespace spectrumd {

// The place of an item in its stream: streams are ordered by when things were made, which no clock can disturb.
struct Mark {
  std::int64_t epoch = 0, number = 0;
  friend auto operator<=>(const Mark&, const Mark&) = default;
};
inline constexpr Mark kBeforeAll{-1, -1}, kAfterAll{std::numeric_limits<std::int64_t>::max(), 0};

// What lies between two marks, without them.
struct Gap {
  Mark after, before;
  friend bool operator==(const Gap&, const Gap&) = default;
};

// What a destination does not have yet of a stream. The last gap reaches to the end: that is where new items appear.
// The others are what an outage has left; each shrinks from its end, so the newest is delivered first.
class Gaps {
 public:
  Gaps() : gaps_{{kBeforeAll, kAfterAll}} {}
  explicit Gaps(std::vector<Gap> gaps);  // in order; none: everything is lacking

  const Gap& live() const { return gaps_.back(); }
  std::optional<Gap> backlog() const;  // the newest of the others
  const std::vector<Gap>& all() const { return gaps_; }

  // The newest items of a gap were delivered, from `first` to `last`; whether these were all of it.
  void delivered(const Gap& gap, Mark first, Mark last, bool were_all);
  void nothing_in(const Gap& gap);  // what was there has gone

 private:
  std::vector<Gap> gaps_;
};

}  // namespace spectrumd

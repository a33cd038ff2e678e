// SPDX-License-Identifier: MIT
#include "daemon/watch/usual_cache.h"

namespace spectrumd {

std::span<const Centibel> UsualCache::of(Book& book, const Row& row, std::optional<double> gain) {
  const std::size_t hour = hour_of_week(row.time);
  if (hour == hour_ && row.bins() == bins_ && row.center == facts_.center && row.span == facts_.span &&
      row.generation == facts_.generation)
    return levels_;
  facts_ = row;
  hour_ = hour;
  bins_ = row.bins();
  const UsualHour usual = book.usual({row.center, row.span, gain}, hour);
  levels_ = usual.p90.empty() ? std::vector<Centibel>() : stretched(usual.p90, row.bins());
  return levels_;
}

}  // namespace spectrumd

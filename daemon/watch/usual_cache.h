// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "daemon/watch/book/book.h"

namespace spectrumd {

// What 90 % of the levels of each bin are below, of the hour and the tuning that were asked for last. One thread.
class UsualCache {
 public:
  // Of the hour of this row; empty if the book does not know it. Blocks on the disk where another hour or tuning
  // begins.
  std::span<const Centibel> of(Book& book, const Row& row, std::optional<double> gain);

 private:
  RowFacts facts_;
  std::size_t hour_ = SIZE_MAX, bins_ = 0;
  std::vector<Centibel> levels_;
};

}  // namespace spectrumd

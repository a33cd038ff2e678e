// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <memory>
#include <vector>

#include "daemon/pipeline/row.h"

namespace spectrumd {

inline constexpr std::size_t kMiB = 1 << 20;

// Rows made by hand for tests.
inline Time at_seconds(double seconds) {
  return Time(std::chrono::nanoseconds(static_cast<std::int64_t>(seconds * 1e9)));
}

inline std::shared_ptr<Row> make_row(std::uint64_t sequence, const std::vector<Centibel>& levels, double start = 0,
                                     double seconds = 0.05) {
  auto row = std::make_shared<Row>();
  row->sequence = sequence;
  row->time = at_seconds(start);
  row->duration = std::chrono::nanoseconds(static_cast<std::int64_t>(seconds * 1e9));
  row->center = {100e6};
  row->span = {2.4e6};
  row->generation = 1;
  row->ffts = 10;
  row->levels = {Pyramid(Pool::Mean, levels), Pyramid(Pool::Max, levels), Pyramid(Pool::Min, levels)};
  return row;
}

// 20 rows a second, all bins at one level.
inline std::shared_ptr<Row> flat_row(std::uint64_t sequence, std::size_t bins, Centibel level = -7000) {
  return make_row(sequence, std::vector<Centibel>(bins, level), 1e9 + static_cast<double>(sequence) * 0.05);
}

}  // namespace spectrumd

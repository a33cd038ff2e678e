// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "daemon/config/units.h"
#include "daemon/pipeline/row_merger.h"

namespace spectrumd {

// The hour of the week in UTC: 0 is Monday from 00:00 to 01:00.
std::size_t hour_of_week(Time time);
inline constexpr std::size_t kHoursOfWeek = 168;

// Levels of each bin at one hour of the week; kNoLevel where there were none.
struct UsualHour {
  std::vector<Centibel> p10, median, p90;
  double weeks = 0;  // that it was made from, with fractions: at most kWeeks

  static constexpr double kWeeks = 8;
  void blend(const UsualHour& newer);  // of `weeks` 0 to 1; older weeks fade
};

// Counts how often each bin had which level, in steps of half a decibel: exact quantiles in fixed memory, 256 bytes a
// bin at 16 bits. One thread.
class LevelCounts {
 public:
  static constexpr std::size_t kMostBins = 1024;  // wider rows are pooled: the strongest of their means

  void clear(std::size_t bins);
  void add(std::span<const Centibel> levels);  // as many as bins
  std::size_t samples() const { return samples_; }
  std::size_t bins() const { return bins_; }

  // Levels which so many of a bin's samples are below, with fractions of a step.
  std::vector<Centibel> quantile(double share) const;

 private:
  static constexpr std::size_t kSteps = 400;  // from -180 dB to +20 dB
  std::size_t bins_ = 0, samples_ = 0;
  std::vector<std::uint16_t> counts_;
};

// What is usual under one tuning: collects means over ten seconds and gives an hour when it has ended. One thread.
class BaselineMeter {
 public:
  struct Hour {
    std::size_t of_week = 0;
    Hertz center, span;
    UsualHour usual;
  };

  // Rows of any number of bins, without those that is_watchable() refuses.
  std::optional<Hour> add(const Row& row);
  std::optional<Hour> take();  // what there is of the hour

 private:
  void add_merged(const Row& row);

  RowMerger merger_{LevelCounts::kMostBins};
  std::int64_t slot_ = 0, hour_ = 0;
  RowFacts facts_;
  LevelCounts counts_;
};

// The levels of pooled bins at each of so many bins.
std::vector<Centibel> stretched(std::span<const Centibel> levels, std::size_t bins);

}  // namespace spectrumd

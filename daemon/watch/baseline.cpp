// SPDX-License-Identifier: MIT
#include "daemon/watch/baseline.h"

#include <algorithm>
#include <chrono>
#include <cmath>

namespace spectrumd {
namespace {

constexpr double kStep = 0.5, kLowest = -180;  // dB
constexpr std::chrono::seconds kSlot{10};
constexpr std::int64_t kSlotsOfHour = 360;
constexpr std::size_t kLeastSamples = 30;  // five minutes of an hour say something of it

std::size_t step_of(Centibel level, std::size_t steps) {
  const double step = std::floor((decibels(level) - kLowest) / kStep);
  return static_cast<std::size_t>(std::clamp(step, 0.0, static_cast<double>(steps - 1)));
}

void blend_levels(std::vector<Centibel>& older, const std::vector<Centibel>& newer, double share) {
  if (older.size() != newer.size()) older.assign(newer.size(), kNoLevel);
  for (std::size_t i = 0; i < older.size(); ++i) {
    if (newer[i] == kNoLevel) continue;
    older[i] =
        older[i] == kNoLevel ? newer[i] : static_cast<Centibel>(std::lround(std::lerp(older[i], newer[i], share)));
  }
}

}  // namespace

// 1970 began on a Thursday.
std::size_t hour_of_week(Time time) {
  const auto hours = std::chrono::floor<std::chrono::hours>(time.time_since_epoch()).count() + 3 * 24;
  constexpr std::int64_t kHours = kHoursOfWeek;
  return static_cast<std::size_t>((hours % kHours + kHours) % kHours);
}

void UsualHour::blend(const UsualHour& newer) {
  const double share = newer.weeks / std::min(weeks + newer.weeks, kWeeks);
  blend_levels(p10, newer.p10, share);
  blend_levels(median, newer.median, share);
  blend_levels(p90, newer.p90, share);
  weeks = std::min(weeks + newer.weeks, kWeeks);
}

void LevelCounts::clear(std::size_t bins) {
  bins_ = bins;
  samples_ = 0;
  counts_.assign(bins * kSteps, 0);
}

void LevelCounts::add(std::span<const Centibel> levels) {
  ++samples_;
  for (std::size_t bin = 0; bin < bins_; ++bin)
    if (levels[bin] != kNoLevel) ++counts_[bin * kSteps + step_of(levels[bin], kSteps)];
}

std::vector<Centibel> LevelCounts::quantile(double share) const {
  std::vector<Centibel> levels(bins_, kNoLevel);
  for (std::size_t bin = 0; bin < bins_; ++bin) {
    const auto counts = std::span(counts_).subspan(bin * kSteps, kSteps);
    double all = 0;
    for (const std::uint16_t count : counts) all += count;
    if (all == 0) continue;
    double below = 0;
    std::size_t step = 0;
    while (below + counts[step] < share * all) below += counts[step++];
    const double within = counts[step] > 0 ? (share * all - below) / counts[step] : 0;
    levels[bin] =
        static_cast<Centibel>(std::lround((kLowest + kStep * (static_cast<double>(step) + within)) * kCentibels));
  }
  return levels;
}

std::optional<BaselineMeter::Hour> BaselineMeter::add(const Row& row) {
  const std::int64_t slot = row.time.time_since_epoch() / kSlot;
  if (merger_.empty()) {
    slot_ = slot;
  } else if (slot != slot_ || !merger_.accepts(row)) {
    add_merged(*merger_.take());
    slot_ = slot;
  }
  const bool other_band = row.center != facts_.center || row.span != facts_.span || row.generation != facts_.generation;
  std::optional<Hour> ended;
  if (slot / kSlotsOfHour != hour_ || other_band) {
    ended = take();
    hour_ = slot / kSlotsOfHour;
    facts_ = row;
    counts_.clear(std::min(row.bins(), LevelCounts::kMostBins));
  }
  if (merger_.accepts(row)) merger_.add(row);
  return ended;
}

void BaselineMeter::add_merged(const Row& row) {
  const auto levels = row.peaks_of_mean.empty() ? row.levels[0].full() : std::span<const Centibel>(row.peaks_of_mean);
  if (levels.size() == counts_.bins()) counts_.add(levels);
}

std::optional<BaselineMeter::Hour> BaselineMeter::take() {
  if (counts_.samples() < kLeastSamples) return std::nullopt;
  Hour hour{.of_week = hour_of_week(Time(kSlot * (hour_ * kSlotsOfHour))),
            .center = facts_.center,
            .span = facts_.span,
            .usual = {counts_.quantile(0.1), counts_.quantile(0.5), counts_.quantile(0.9),
                      std::min(static_cast<double>(counts_.samples()) / kSlotsOfHour, 1.0)}};
  counts_.clear(counts_.bins());
  return hour;
}

std::vector<Centibel> stretched(std::span<const Centibel> levels, std::size_t bins) {
  std::vector<Centibel> wide(bins, kNoLevel);
  if (levels.empty()) return wide;
  for (std::size_t bin = 0; bin < bins; ++bin) wide[bin] = levels[bin * levels.size() / bins];
  return wide;
}

}  // namespace spectrumd

// SPDX-License-Identifier: MIT
#include "daemon/watch/hills.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numeric>

namespace spectrumd {
namespace {

constexpr std::size_t kBridgedBins = 3;  // a gap in a weak signal
constexpr double kFarthestSide = 60e3;   // Hz
constexpr double kMirrorBins = 1.5;      // that a peak may be off
constexpr double kMirrorDb = 1;          // the sidebands of a modulation are equal
constexpr double kLeastBelow = 3;        // dB: AM of 100 % has 6 dB
constexpr std::size_t kMostMiddles = 100;

// Both sides of a middle, from near to far.
class Sides {
 public:
  Sides(std::vector<Hill>& hills, std::size_t middle, double bin_hz)
      : hills_(hills), middle_(middle), left_(middle), right_(middle + 1), bin_hz_(bin_hz) {}

  // Finds the next pair; false if there are no more.
  bool next() {
    while (left_ > 0 && right_ < hills_.size()) {
      const double left = hills_[middle_].peak_hz - hills_[left_ - 1].peak_hz;
      const double right = hills_[right_].peak_hz - hills_[middle_].peak_hz;
      if (std::min(left, right) > kFarthestSide) return false;
      if (std::abs(left - right) <= kMirrorBins * bin_hz_) {
        --left_;
        ++right_;
        if (is_pair()) return true;
      } else if (left < right) {
        --left_;
      } else {
        ++right_;
      }
    }
    return false;
  }
  const Hill& left() const { return hills_[left_]; }
  const Hill& right() const { return hills_[right_ - 1]; }

 private:
  bool is_pair() const {
    return std::abs(left().level - right().level) <= kMirrorDb &&
           std::max(left().level, right().level) <= hills_[middle_].level - kLeastBelow;
  }

  std::vector<Hill>& hills_;
  const std::size_t middle_;
  std::size_t left_, right_;
  const double bin_hz_;
};

std::vector<std::size_t> strongest_first(const std::vector<Hill>& hills) {
  std::vector<std::size_t> order(hills.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order, std::ranges::greater{}, [&](std::size_t i) { return hills[i].level; });
  if (order.size() > kMostMiddles) order.resize(kMostMiddles);
  return order;
}

}  // namespace

void find_hills(const RowScan& scan, const Rule& rule, std::vector<Hill>& hills) {
  hills.clear();
  const BinRange range = scan.bins_of(rule.range);
  std::size_t last_bin = 0;
  for (std::size_t bin = range.first; bin < range.last; ++bin) {
    const double excess = excess_at(scan, rule, bin);
    if (excess < -rule.hysteresis) continue;
    const double low = scan.hertz(static_cast<double>(bin) - 0.5), high = scan.hertz(static_cast<double>(bin) + 0.5);
    if (hills.empty() || bin - last_bin > kBridgedBins) hills.push_back({.from = low, .to = high, .level = -1000});
    last_bin = bin;
    Hill& hill = hills.back();
    hill.to = high;
    hill.high |= excess >= 0;
    const double level = level_at(scan, rule, bin);
    if (level <= hill.level) continue;
    hill.level = level;
    hill.peak_hz = (low + high) / 2;
    hill.floor = decibels(scan.floor[bin]);
  }
}

void join_sidebands(std::vector<Hill>& hills, double bin_hz, const AreApart& are_apart) {
  if (hills.size() < 3) return;
  std::vector<char> joined(hills.size());
  for (const std::size_t middle : strongest_first(hills)) {
    if (joined[middle]) continue;
    for (Sides sides(hills, middle, bin_hz); sides.next();) {
      const auto left = static_cast<std::size_t>(&sides.left() - hills.data());
      const auto right = static_cast<std::size_t>(&sides.right() - hills.data());
      if (joined[left] || joined[right] || are_apart(sides.left(), hills[middle], sides.right())) continue;
      joined[left] = joined[right] = 1;
      hills[middle].high |= hills[left].high || hills[right].high;
      hills[middle].from = std::min(hills[middle].from, hills[left].from);
      hills[middle].to = std::max(hills[middle].to, hills[right].to);
    }
  }
  std::size_t at = 0;
  std::erase_if(hills, [&](const Hill&) { return joined[at++] != 0; });
}

}  // namespace spectrumd

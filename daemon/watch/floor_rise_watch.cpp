// SPDX-License-Identifier: MIT
#include "daemon/watch/floor_rise_watch.h"

#include <algorithm>

namespace spectrumd {
namespace {

constexpr std::size_t kDay = 1440;         // minutes
constexpr std::size_t kLeastMinutes = 10;  // for a median
constexpr double kSmoothing = 2;           // seconds, of the floor
constexpr double kMostAge = 86400;         // seconds

double median(std::deque<double> values) {
  const auto middle = values.begin() + std::ssize(values) / 2;
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

}  // namespace

bool FloorRiseWatch::is_learning() const { return minutes_.size() < kLeastMinutes; }

// An alarm from before a restart, about a floor that is no longer known, would keep it from being learnt.
void FloorRiseWatch::look(const RowScan& scan, AlarmChanges& changes) {
  if (alarm_ && is_learning()) interrupt("interrupted", changes);
  RangeWatch::look(scan, changes);
}

std::vector<float> FloorRiseWatch::memory() const {
  if (is_learning()) return {};
  return {minutes_.begin(), minutes_.end()};
}

void FloorRiseWatch::recall(std::span<const float> learnt, double age) {
  if (learnt.empty() || age > kMostAge) return;
  minutes_.assign(learnt.begin(), learnt.end());
  usual_ = median(minutes_);
}

void FloorRiseWatch::forget() {
  minutes_.clear();
  sum_ = seconds_ = 0;
  rows_ = 0;
}

void FloorRiseWatch::add_minute(double floor) {
  minutes_.push_back(floor);
  if (minutes_.size() > kDay) minutes_.pop_front();
  usual_ = median(minutes_);
}

std::optional<RangeWatch::Finding> FloorRiseWatch::find(const RowScan& scan) {
  const BinRange range = scan.bins_of(rule_.range);
  const auto levels = scan.row.levels[0].full().subspan(range.first, range.last - range.first);
  const auto floor = meter_.floor(levels, scan.row.ffts);
  if (!floor) return std::nullopt;
  const double share = rows_++ == 0 ? 1 : std::min(scan.seconds / kSmoothing, 1.0);
  smooth_ += share * (floor->value - smooth_);
  if (!alarm_ && latch_.idle()) {
    sum_ += floor->value * scan.seconds;
    seconds_ += scan.seconds;
  }
  if (seconds_ >= 60) {
    add_minute(sum_ / seconds_);
    sum_ = seconds_ = 0;
  }
  if (is_learning()) {
    state_ = {RuleState::State::Learning, "the usual floor is not known yet"};
    return std::nullopt;
  }
  return Finding{smooth_ - usual_ - rule_.level, 0, smooth_, usual_, 0};
}

}  // namespace spectrumd

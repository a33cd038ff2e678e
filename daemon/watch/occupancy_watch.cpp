// SPDX-License-Identifier: MIT
#include "daemon/watch/occupancy_watch.h"

namespace spectrumd {
namespace {

constexpr std::size_t kSlots = 60;      // of a period
constexpr double kLeastOfPeriod = 0.9;  // for the first value

}  // namespace

OccupancyWatch::Slot OccupancyWatch::all() const {
  Slot all;
  for (const Slot& slot : slots_) all = {all.seconds + slot.seconds, all.used + slot.used};
  return all;
}

std::vector<float> OccupancyWatch::memory() const {
  if (all().seconds < kLeastOfPeriod * rule_.period) return {};
  std::vector<float> learnt;
  for (const Slot& slot : slots_) {
    learnt.push_back(static_cast<float>(slot.seconds));
    learnt.push_back(static_cast<float>(slot.used));
  }
  return learnt;
}

// What is older than a period does not count.
void OccupancyWatch::recall(std::span<const float> learnt, double age) {
  if (age > rule_.period) return;
  slots_.clear();
  for (std::size_t i = 0; i + 1 < learnt.size() && slots_.size() < kSlots; i += 2)
    slots_.push_back({learnt[i], learnt[i + 1]});
}

std::optional<RangeWatch::Finding> OccupancyWatch::find(const RowScan& scan) {
  if (scan.shows_absence) {
    Rule rule = usual_rule(RuleKind::Above);
    rule.range = rule_.range;
    const BinRange range = scan.bins_of(rule_.range);
    bool used = false;
    for (std::size_t bin = range.first; bin < range.last && !used; ++bin) used = excess_at(scan, rule, bin) >= 0;
    if (slots_.empty() || slots_.back().seconds >= rule_.period / kSlots) slots_.emplace_back();
    slots_.back().seconds += scan.seconds;
    slots_.back().used += used ? scan.seconds : 0;
    if (slots_.size() > kSlots) slots_.pop_front();
  }
  const Slot all = this->all();
  if (all.seconds < kLeastOfPeriod * rule_.period) {
    state_ = {RuleState::State::Learning, "less than one period has passed"};
    return std::nullopt;
  }
  const double percent = 100 * all.used / all.seconds;
  const double middle = rule_.range ? (rule_.range->from.value + rule_.range->to.value) / 2 : scan.row.center.value;
  const double width = rule_.range ? rule_.range->to.value - rule_.range->from.value : scan.row.span.value;
  return Finding{percent - rule_.level, middle, percent, scan.band_floor, width};
}

}  // namespace spectrumd

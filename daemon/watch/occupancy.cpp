// SPDX-License-Identifier: MIT
#include "daemon/watch/occupancy.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

namespace spectrumd {
namespace {

constexpr double k95 = 1.959964;  // deviations of a normal distribution on either side

double seconds_of(std::chrono::nanoseconds time) { return std::chrono::duration<double>(time).count(); }

Time period_of(Time time) {
  const auto length = std::chrono::nanoseconds(OccupancyPeriod::kLength);
  return Time(time.time_since_epoch() / length * length);
}

}  // namespace

void UsedSamples::add(bool is_used) {
  if (samples > 0 && is_used != last) ++(is_used ? began : ended);
  ++samples;
  used += is_used ? 1 : 0;
  last = is_used;
}

// 1 - r is the chance to leave either state, of both together. A state that was never left is worth one sample.
double UsedSamples::independent() const {
  if (used == 0 || used == samples) return samples;  // then nothing is known of its changes
  const double leave = static_cast<double>(began) / std::max(samples - used, 1U) + static_cast<double>(ended) / used;
  const double correlation = std::clamp(1 - leave, 0.0, 1.0);
  return std::max(samples * (1 - correlation) / (1 + correlation), 1.0);
}

UsedSamples::Interval UsedSamples::confidence() const {
  if (samples == 0) return {};
  const double n = independent(), z2 = k95 * k95, p = share();
  const double middle = (p + z2 / (2 * n)) / (1 + z2 / n);
  const double half = k95 / (1 + z2 / n) * std::sqrt(p * (1 - p) / n + z2 / (4 * n * n));
  return {std::max(middle - half, 0.0), std::min(middle + half, 1.0)};
}

double OccupancyPeriod::band_share() const {
  if (bins.empty() || rows == 0) return 0;
  const double used = std::accumulate(bins.begin(), bins.end(), 0.0);
  return used / (static_cast<double>(bins.size()) * rows);
}

void OccupancyMeter::set(OccupancyPlan plan) {
  plan_ = std::move(plan);
  used_.level = plan_.threshold;
  period_ = {};
}

bool OccupancyMeter::continues(const RowScan& scan) const {
  const Row& row = scan.row;
  return period_.rows > 0 && period_of(row.time) == period_of(period_.begin) && row.center == period_.center &&
         row.span == period_.span && row.bins() == period_.bins.size();
}

void OccupancyMeter::begin(const RowScan& scan) {
  period_ = {.begin = scan.row.time,
             .center = scan.row.center,
             .span = scan.row.span,
             .threshold = plan_.threshold,
             .channels = {},
             .bins = std::vector<std::uint32_t>(scan.row.bins())};
  for (const ChannelRange& channel : plan_.channels)
    if (scan.holds(channel.range)) period_.channels.push_back({.channel = channel, .used = {}});
  powers_.assign(period_.channels.size(), 0);
  floors_.assign(period_.channels.size(), 0);
  first_ = scan.row.time;
}

std::optional<OccupancyPeriod> OccupancyMeter::add(const RowScan& scan) {
  if (!scan.shows_absence) return std::nullopt;
  std::optional<OccupancyPeriod> before;
  if (!continues(scan)) {
    before = take();
    begin(scan);
  }
  count(scan);
  return before;
}

void OccupancyMeter::count(const RowScan& scan) {
  for (std::size_t bin = 0; bin < period_.bins.size(); ++bin)
    if (excess_at(scan, used_, bin) >= 0) ++period_.bins[bin];
  ++period_.rows;
  period_.seconds += scan.seconds;
  last_ = scan.row.time;
  period_.sample_time = period_.seconds / period_.rows;
  period_.revisit_time = period_.rows > 1 ? seconds_of(last_ - first_) / (period_.rows - 1) : scan.seconds;
  for (OccupancyPeriod::Channel& channel : period_.channels) count(channel, scan);
}

void OccupancyMeter::count(OccupancyPeriod::Channel& channel, const RowScan& scan) {
  const auto index = static_cast<std::size_t>(&channel - period_.channels.data());
  const BinRange range = scan.bins_of(channel.channel.range);
  bool used = false;
  Centibel strongest = kNoLevel, floor = scan.floor[range.first];
  for (std::size_t bin = range.first; bin < range.last; ++bin) {
    used |= excess_at(scan, used_, bin) >= 0;
    strongest = std::max(strongest, scan.mean[bin]);
  }
  channel.used.add(used);
  if (used) powers_[index] += power_of(strongest);
  floors_[index] += decibels(floor);
  if (channel.used.used > 0) channel.mean = 10 * std::log10(powers_[index] / channel.used.used);
  channel.floor = floors_[index] / channel.used.samples;
}

std::optional<OccupancyPeriod> OccupancyMeter::take() {
  if (period_.rows == 0) return std::nullopt;
  return std::exchange(period_, {});
}

}  // namespace spectrumd

// SPDX-License-Identifier: MIT
#include "daemon/pipeline/signals/track.h"

#include <algorithm>
#include <cmath>

#include "daemon/pipeline/view.h"

namespace spectrumd {

namespace {

constexpr std::size_t kLooks = 20, kRows = 200;                      // ten seconds
constexpr std::size_t kConfirming = 2;                               // looks, so that a spike is not a signal
constexpr double kShortPause = 2, kLeastPause = 5, kMostPause = 20;  // seconds until a signal is gone
constexpr double kPausesLikeTheLongest = 4;
constexpr double kOnWithin = 10;                         // dB of the strongest rows
constexpr double kOnOverNoise = 3;                       // dB
constexpr std::size_t kLeastRows = 40, kLeastLooks = 6;  // for a class
constexpr std::size_t kProposals = 4;                    // looks in which a class must be the same
constexpr double kCarrierShare = 0.5;                    // of the power in one line: the signal is where the line is
constexpr double kSettled = 20;                          // a frequency moves only by more than this part of the width
constexpr double kLevelWeight = 0.4;
constexpr double kRankStep = 2;  // dB

double seconds_between(Time from, Time to) { return std::chrono::duration<double>(to - from).count(); }

double to_db(double power) { return 10 * std::log10(std::max(power, 1e-30)); }

}  // namespace

Track::Track(std::uint64_t id, Time since)
    : unmasked_(since), froms_(kLooks), tos_(kLooks), row_powers_(kRows), lines_(kLooks) {
  signal_.id = id;
  signal_.since = signal_.last_active = since;
}

// The second most extreme: one look in which something is loud does not make a signal wide.
double Track::from() const { return froms_.quantile(froms_.size() > 3 ? 0.06 : 0); }
double Track::to() const { return tos_.quantile(tos_.size() > 3 ? 0.94 : 1); }

bool Track::gone(const Look& look) const {
  const double hold =
      confirmed_ ? std::clamp(kPausesLikeTheLongest * longest_pause_, kLeastPause, kMostPause) : kShortPause;
  const double looks = 3 * seconds_between(look.row.time, look.end());  // of a slow sweep
  return seconds_between(std::max(signal_.last_active, unmasked_), look.end()) > std::max(hold, looks);
}

void Track::see(const Look& look, const Region& region) {
  if (seen_ > 0) longest_pause_ = std::max(longest_pause_, seconds_between(signal_.last_active, look.row.time));
  confirmed_ = ++seen_ >= kConfirming;
  signal_.active = true;
  signal_.last_active = look.end();
  unmasked_ = look.end();
  note_extent(look, region);
  measure(look, region);
  note_rows(look);
  note_power(look);
  note_class(class_of(traits(look)));
}

void Track::miss(const Look& look, bool masked) {
  if (masked && seconds_between(signal_.last_active, look.end()) < kLeastPause) return;
  signal_.active = false;
  note_rows(look);
}

void Track::change_grid() {
  row_powers_.clear();
  lines_.clear();
  proposals_ = 0;
}

void Track::note_extent(const Look& look, const Region& region) {
  froms_.add(look.hertz(static_cast<double>(region.first) - 0.5));
  tos_.add(look.hertz(static_cast<double>(region.last) - 0.5));
}

void Track::measure(const Look& look, const Region& region) {
  const auto bins = static_cast<double>(look.average.size());
  const auto first = static_cast<std::size_t>(std::clamp(std::floor(look.place(from())), 0.0, bins - 1));
  const auto last =
      static_cast<std::size_t>(std::clamp(std::ceil(look.place(to())), static_cast<double>(first + 1), bins));
  const Shape shape =
      shape_of(look.average.subspan(first, last - first), first, look.floor_power(), look.meter.reach());
  if (shape.power <= 0) return;
  shape_ = shape;
  const Peak peak = look.meter.at(region.peak);
  const double weight = seen_ > 1 ? kLevelWeight : 1;
  signal_.level.value += weight * (peak.level.value - signal_.level.value);
  signal_.snr = {signal_.level.value - look.meter.floor().value};
  signal_.from = {look.hertz(shape.low - 0.5)};
  signal_.to = {look.hertz(shape.high - 0.5)};
  place(look, shape, peak);
}

void Track::place(const Look& look, const Shape& shape, const Peak& peak) {
  const bool is_carrier = shape.line_share >= kCarrierShare;
  const double found = is_carrier ? look.meter.at(shape.line).frequency.value : look.hertz(shape.centroid);
  const double slack = is_carrier ? look.bin_hz() / 4 : std::max(look.bin_hz(), signal_.width().value / kSettled);
  if (seen_ == 1 || std::fabs(found - signal_.frequency.value) > slack) signal_.frequency = {found};
  if (is_carrier) signal_.level = seen_ == 1 ? peak.level : signal_.level;
  const double line =
      std::clamp(std::round(look.place(signal_.frequency.value)), 0.0, static_cast<double>(look.levels.size() - 1));
  lines_.add(decibels(look.levels[static_cast<std::size_t>(line)]));
}

// Power in the signal's band, row by row.
void Track::note_rows(const Look& look) {
  if (shape_.power <= 0) return;
  const auto bins = static_cast<double>(look.levels.size());
  const auto first =
      static_cast<std::size_t>(std::clamp(std::floor(look.place(signal_.from.value) + 0.5), 0.0, bins - 1));
  const auto last = static_cast<std::size_t>(
      std::clamp(std::ceil(look.place(signal_.to.value) + 0.5), static_cast<double>(first + 1), bins));
  const double width = static_cast<double>(last - first);
  for (const RowPtr& row : look.rows) {
    const double mean = power_of(levels_of(*row, Detector::Mean).pooled(first, last));
    row_powers_.add(to_db(std::max(mean - look.floor_power(), 0.0) * width / look.meter.noise_bins()));
  }
}

void Track::note_power(const Look&) {
  if (row_powers_.size() == 0) return;
  signal_.power = {row_powers_.quantile(0.9)};
  if (std::fabs(signal_.power.value - rank_) > kRankStep) rank_ = signal_.power.value;
}

double Track::duty() const {
  const double least = signal_.power.value - kOnWithin;
  const auto on = std::ranges::count_if(row_powers_.values(), [least](double power) { return power >= least; });
  return static_cast<double>(on) / static_cast<double>(row_powers_.size());
}

double Track::unsteadiness() const {
  double mean = 0, square = 0, count = 0;
  for (const double power : row_powers_.values()) {
    if (power < signal_.power.value - kOnWithin) continue;
    mean += power;
    square += power * power;
    ++count;
  }
  return count < 2 ? 0 : std::sqrt(std::max(0.0, square / count - mean * mean / count / count));
}

SignalTraits Track::traits(const Look& look) const {
  return {.bins = shape_.bins(),
          .lobe_bins = static_cast<double>(2 * look.meter.reach()),
          .width_hz = signal_.width().value,
          .line_share = shape_.line_share,
          .line_range = lines_.size() > 0 ? lines_.quantile(0.95) - lines_.quantile(0.05) : 0,
          .imbalance = shape_.imbalance,
          .ripple = shape_.ripple,
          .duty = duty(),
          .unsteadiness = unsteadiness(),
          .level_over_floor = signal_.snr.value};
}

// Not before there is enough to judge, and not at the first look that differs.
void Track::note_class(SignalClass hint) {
  if (row_powers_.size() < kLeastRows || lines_.size() < kLeastLooks) return;
  proposals_ = hint == proposed_ ? proposals_ + 1 : 1;
  proposed_ = hint;
  if (proposals_ >= kProposals) signal_.hint = hint;
}

}  // namespace spectrumd

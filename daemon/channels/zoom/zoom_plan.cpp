// SPDX-License-Identifier: MIT
#include "daemon/channels/zoom/zoom_plan.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace spectrumd {
namespace {

constexpr double kRoundRate = 4000;                         // of whole bins, in a band of whole 4 kHz
constexpr double kBandwidth = 0.9;                          // of its rate: where it is flat
constexpr double kCentersPerRate = 16;                      // so that a view that moves a little keeps its channel
constexpr double kUsed = kBandwidth - 1 / kCentersPerRate;  // of the rate, by a view, wherever it lies between centers
constexpr double kLongestLook = 30;                         // seconds: 0.03 Hz a bin
constexpr double kSnapped = 2;  // bins: the edges of a view are moved outwards to whole ones
constexpr std::size_t kLeastPoints = 16;
constexpr double kRounding = 1e-3;  // Hz, of a sum of frequencies

struct Edges {
  double low, high;
  double width() const { return high - low; }
  double middle() const { return (low + high) / 2; }
};

Edges around(Hertz center, double width) { return {center.value - width / 2, center.value + width / 2}; }

Edges band_of(const ReceiverStatus& status) {
  if (status.sweep) return {status.sweep->from.value, status.sweep->from.value + status.sweep->span().value};
  return around(status.tuned.center, status.tuned.rate.value);
}

double bin_of(const ReceiverStatus& status) {
  return status.sweep ? status.sweep->bin.value : status.tuned.rate.value / static_cast<double>(status.analysis.fft);
}

Edges seen_of(const View& view, const Edges& band) {
  return {std::max(band.low, view.from ? view.from->value : band.low),
          std::min(band.high, view.to ? view.to->value : band.high)};
}

// Few different rates make few different channels, and from kRoundRate on they need no resampling. The wide ones, which
// cost most, lie closer: at 4, 5 and 6 times a power of two.
double rate_for(double width, double band_rate) {
  double rate = kRoundRate;
  while (rate * kUsed < width) rate *= 2;
  while (rate / 2 * kUsed >= width && rate / 2 >= kLeastChannelRate) rate /= 2;
  for (const double closer : {rate / 8 * 5, rate / 8 * 6})
    if (std::fmod(closer, kRoundRate) == 0 && closer * kUsed >= width) return std::min(closer, band_rate / 2);
  return std::min(rate, band_rate / 2);
}

// Counted from the middle of the band, as a channel at whole bins of it costs least.
double center_for(const Edges& seen, double rate, const Edges& band) {
  const double step = rate / kCentersPerRate, reach = kBandwidth * rate / 2 + kRounding;
  const double steps = std::round((seen.middle() - band.middle()) / step);
  return std::clamp(band.middle() + steps * step, band.low + reach, band.high - reach);
}

// 4, 5 or 6 times a power of two: the most whose bins need no pooling, so that levels are exact.
std::size_t points_for(double finest_bin_hz, double rate) {
  const auto most = static_cast<std::size_t>(std::min(rate / finest_bin_hz, rate * kLongestLook));
  if (most < kLeastPoints) return kLeastPoints;
  const std::size_t quarter = std::bit_floor(most) / 4;
  return most >= 6 * quarter ? 6 * quarter : most >= 5 * quarter ? 5 * quarter : 4 * quarter;
}

}  // namespace

bool contains(const ZoomPlan& plan, const View& view, const RowFacts& band) {
  const Edges seen = seen_of(view, around(band.center, band.span.value));
  const Edges channel = around(plan.channel.center, plan.channel.bandwidth + 2 * kRounding);
  return channel.low <= seen.low && seen.high <= channel.high;
}

ZoomChoice plan_zoom(const View& view, const ReceiverStatus& status) {
  const Edges band = band_of(status), seen = seen_of(view, band);
  const double finest = seen.width() / std::max(1.0, static_cast<double>(view.bins) - kSnapped);
  if (!(seen.width() > 0) || finest >= bin_of(status)) return {};
  if (status.sweep) return {{}, "the radio sweeps, so it is at no frequency for long"};
  const double rate = rate_for(seen.width(), status.tuned.rate.value);
  if (seen.width() > kUsed * rate) return {{}, "the view is too wide: a larger transform makes it finer"};
  const ZoomPlan plan{
      .channel = {.center = {center_for(seen, rate, band)}, .rate = rate, .bandwidth = kBandwidth * rate},
      .points = points_for(finest, rate),
      .averaging = status.analysis.averaging,
      .rows = status.analysis.rows,
      .hop = status.analysis.hop,
      .window = status.analysis.window,
      .offset = status.settings->dbm_offset.value_or(Decibels{}),
      .remove_dc = status.analysis.remove_dc};
  return plan.bin_hz() < bin_of(status) ? ZoomChoice{plan, ""} : ZoomChoice{};
}

}  // namespace spectrumd

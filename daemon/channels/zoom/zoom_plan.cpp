// SPDX-License-Identifier: MIT
#include "daemon/channels/zoom/zoom_plan.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace spectrumd {
namespace {

constexpr double kLeastRate = 200;                          // of a channel
constexpr double kRoundRate = 4000;                         // of whole bins, in a band of whole 4 kHz
constexpr double kBandwidth = 0.9;                          // of its rate: where it is flat
constexpr double kCentersPerRate = 8;                       // so that a view that moves a little keeps its channel
constexpr double kUsed = kBandwidth - 1 / kCentersPerRate;  // of the rate, by a view, wherever it lies between centers
constexpr double kLongestLook = 30;                         // seconds: 0.03 Hz a bin
constexpr double kEnough = 0.999;                           // a view as fine as the rows, but for rounding
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

// Few different rates make few different channels, and from kRoundRate on they need no resampling.
double rate_for(double width, double band_rate) {
  double rate = kRoundRate;
  while (rate * kUsed < width) rate *= 2;
  while (rate / 2 * kUsed >= width && rate / 2 >= kLeastRate) rate /= 2;
  return std::min(rate, band_rate / 2);
}

double center_for(const Edges& seen, double rate, const Edges& band) {
  const double step = rate / kCentersPerRate, reach = kBandwidth * rate / 2 + kRounding;
  return std::clamp(std::round(seen.middle() / step) * step, band.low + reach, band.high - reach);
}

// The next of 4, 5, 6 or 8 times a power of two.
std::size_t points_for(double bin_hz, double rate) {
  const auto most = static_cast<std::size_t>(rate * kLongestLook);
  const auto wanted = std::max(kLeastPoints, static_cast<std::size_t>(std::ceil(rate / bin_hz)));
  for (const std::size_t eighths : {5U, 6U, 8U}) {
    const std::size_t points = std::bit_ceil(wanted) / 8 * eighths;
    if (points >= wanted && points <= most) return points;
  }
  return std::bit_floor(most);
}

}  // namespace

bool contains(const ZoomPlan& plan, const View& view, const RowFacts& band) {
  const Edges seen = seen_of(view, around(band.center, band.span.value));
  const Edges channel = around(plan.channel.center, plan.channel.bandwidth + 2 * kRounding);
  return channel.low <= seen.low && seen.high <= channel.high;
}

ZoomChoice plan_zoom(const View& view, const ReceiverStatus& status) {
  const Analysis& analysis = status.analysis;
  const Edges band = band_of(status), seen = seen_of(view, band);
  const double bin_hz = seen.width() / static_cast<double>(view.bins);
  if (!(seen.width() > 0) || bin_hz >= kEnough * bin_of(status)) return {};
  if (status.sweep) return {{}, "the radio sweeps, so it is at no frequency for long"};
  const double rate = rate_for(seen.width(), status.tuned.rate.value);
  if (seen.width() > kUsed * rate) return {{}, "the view is too wide: a larger transform makes it finer"};
  return {ZoomPlan{.channel = {.center = {center_for(seen, rate, band)}, .rate = rate, .bandwidth = kBandwidth * rate},
                   .points = points_for(bin_hz, rate),
                   .averaging = analysis.averaging,
                   .rows = analysis.rows,
                   .hop = analysis.hop,
                   .window = analysis.window,
                   .offset = status.settings->dbm_offset.value_or(Decibels{})},
          ""};
}

}  // namespace spectrumd

// SPDX-License-Identifier: MIT
#include "daemon/pipeline/signals/shape.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace spectrumd {

namespace {

constexpr double kOutside = 0.005;  // of the power, on each side: 99 % are inside
constexpr double kMiddle = 0.7;     // of the width

double sum(std::span<const double> powers) {
  double all = 0;
  for (const double power : powers) all += power;
  return all;
}

// Where the running sum reaches `goal`, with a fraction of the bin in which it does.
double reached(std::span<const double> powers, double goal) {
  double passed = 0;
  for (std::size_t bin = 0; bin < powers.size(); passed += powers[bin++])
    if (passed + powers[bin] >= goal && powers[bin] > 0)
      return static_cast<double>(bin) + (goal - passed) / powers[bin];
  return static_cast<double>(powers.size());
}

double centroid_of(std::span<const double> powers, double all) {
  double moment = 0;
  for (std::size_t bin = 0; bin < powers.size(); ++bin) moment += powers[bin] * static_cast<double>(bin);
  return moment / all;
}

double ripple_of(std::span<const double> powers, double low, double high) {
  const double margin = (high - low) * (1 - kMiddle) / 2;
  const auto first = static_cast<std::size_t>(std::ceil(low + margin));
  const auto last = std::min(static_cast<std::size_t>(std::max(0.0, high - margin)), powers.size());
  double mean = 0, square = 0, count = 0;
  for (std::size_t bin = first; bin < last; ++bin, ++count) {
    const double level = 10 * std::log10(std::max(powers[bin], 1e-30));
    mean += level;
    square += level * level;
  }
  return count < 2 ? 0 : std::sqrt(std::max(0.0, square / count - mean * mean / count / count));
}

}  // namespace

Shape shape_of(std::span<const float> powers, std::size_t first, double floor, std::size_t reach) {
  std::vector<double> above(powers.size());
  std::ranges::transform(powers, above.begin(), [floor](float power) { return std::max(0.0, power - floor); });
  Shape shape{.power = sum(above)};
  if (shape.power <= 0) return shape;
  const auto start = static_cast<double>(first);
  const double low = reached(above, kOutside * shape.power), high = reached(above, (1 - kOutside) * shape.power);
  const auto line = static_cast<std::size_t>(std::ranges::max_element(above) - above.begin());
  const std::size_t lobe_first = line - std::min(line, reach), lobe_last = std::min(line + reach + 1, above.size());
  const double below = sum(std::span(above).first(lobe_first)), beyond = sum(std::span(above).subspan(lobe_last));
  shape.low = start + low;
  shape.high = start + high;
  shape.centroid = start + centroid_of(above, shape.power);
  shape.line = first + line;
  shape.line_share = 1 - (below + beyond) / shape.power;
  if (below + beyond > 0) shape.imbalance = 10 * std::log10(std::max(below, 1e-30) / std::max(beyond, 1e-30));
  shape.ripple = ripple_of(above, low, high);
  return shape;
}

}  // namespace spectrumd

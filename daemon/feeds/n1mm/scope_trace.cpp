// SPDX-License-Identifier: MIT
#include "daemon/feeds/n1mm/scope_trace.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <vector>

#include "daemon/config/xml_text.h"
#include "daemon/pipeline/view.h"

namespace spectrumd {
namespace {

constexpr std::size_t kBins = 1000;  // about what its window shows
constexpr double kFloorDb = -160;    // of the scale: it must not move from trace to trace
constexpr double kStepDb = 0.5;      // a unit of the values
constexpr double kHighest = 65535;

int value_of(Centibel level) {
  if (level == kNoLevel) return 0;
  return static_cast<int>(std::clamp(std::round((decibels(level) - kFloorDb) / kStepDb), 0.0, kHighest));
}

std::string values_text(const std::vector<Centibel>& levels) {
  std::string text;
  for (const Centibel level : levels) fmt::format_to(std::back_inserter(text), "{},", value_of(level));
  text.pop_back();
  return text;
}

}  // namespace

std::string scope_trace(const Row& row, const std::optional<Span>& band, std::string_view name) {
  View view{.bins = kBins};
  if (band) {
    view.from = band->from;
    view.to = band->to;
  }
  const Window window = window_of(row, row.bins(), view);
  const auto levels = levels_in(row, Detector::Max, window);
  if (levels.size() < 2) return "";
  // Of the middles of the first and the last.
  const double half = window.span.value / 2 - window.span.value / static_cast<double>(2 * levels.size());
  constexpr double kKilo = 1e3;
  return fmt::format(
      "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<Spectrum><app>spectrumd</app><Name>{}</Name>"
      "<LowScopeFrequency>{:.3f}</LowScopeFrequency><HighScopeFrequency>{:.3f}</HighScopeFrequency>"
      "<ScalingFactor>{}</ScalingFactor><DataCount>{}</DataCount><SpectrumData>{}</SpectrumData></Spectrum>\n",
      xml_text(name), (window.center.value - half) / kKilo, (window.center.value + half) / kKilo, kStepDb,
      levels.size(), values_text(levels));
}

}  // namespace spectrumd

// SPDX-License-Identifier: MIT
#include "daemon/pipeline/tuning_changes.h"

#include <fmt/format.h>

#include <vector>

#include "daemon/config/units.h"

namespace spectrumd {
namespace {

std::string where(const Tuning& tuning) {
  if (!tuning.span) return "center " + format_number(tuning.center.value);
  return fmt::format("span {} to {}", format_number(tuning.span->from.value), format_number(tuning.span->to.value));
}

std::string text_of(const Conversion& conversion) {
  return fmt::format("offset {}Hz{}", format_number(conversion.offset.value), conversion.invert ? ", inverted" : "");
}

}  // namespace

std::string changes_of(const Tuning& tuning, const Tuning& before) {
  std::vector<std::string> parts;
  if (tuning.center != before.center || tuning.span != before.span) parts.push_back(where(tuning) + "Hz");
  if (tuning.rate != before.rate) parts.push_back(fmt::format("rate {}S/s", format_number(tuning.rate.value)));
  if (tuning.gain != before.gain)
    parts.push_back(tuning.gain ? fmt::format("gain {} dB", tuning.gain->value) : "gain auto");
  if (tuning.ppm != before.ppm) parts.push_back(fmt::format("{} ppm", tuning.ppm));
  if (tuning.dwell != before.dwell) parts.push_back(fmt::format("dwell {} s", tuning.dwell));
  if (tuning.conversion != before.conversion) parts.push_back(text_of(tuning.conversion));
  return fmt::format("{}", fmt::join(parts, ", "));
}

}  // namespace spectrumd

// SPDX-License-Identifier: MIT
#include "daemon/server/rows/row_json.h"

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>

#include "daemon/config/key_values.h"
#include "daemon/server/rows/resolution.h"

namespace spectrumd {

namespace {

struct FlagName {
  std::uint16_t flag;
  std::string_view name;
};
constexpr std::array<FlagName, 11> kFlagNames{{{kRowGap, "gap"},
                                               {kRowRetuned, "retuned"},
                                               {kRowClipped, "clipped"},
                                               {kRowUnlocked, "unlocked"},
                                               {kRowMerged, "merged"},
                                               {kRowSwept, "swept"},
                                               {kRowUnsynchronized, "unsynchronized"},
                                               {kRowSimulated, "simulated"},
                                               {kRowZoomed, "zoomed"},
                                               {kRowImported, "imported"},
                                               {kRowHistory, "history"}}};

Json flags_json(std::uint16_t flags) {
  Json names = Json::array();
  for (const auto& [flag, name] : kFlagNames)
    if (flags & flag) names.push_back(name);
  return names;
}

Json levels_json(const std::vector<Centibel>& levels) {
  Json numbers = Json::array();
  numbers.get_ref<Json::array_t&>().reserve(levels.size());
  for (const Centibel level : levels) numbers.push_back(level == kNoLevel ? Json() : Json(decibels(level)));
  return numbers;
}

}  // namespace

std::string_view unit_of(const Settings& settings) { return settings.dbm_offset ? "dBm" : "dBFS"; }

// Rows of the older tiers have fewer bins than the transform had, those of a sweep have those of all hops.
double rbw_hz(const Row& row, const Settings& settings) {
  const std::size_t hop = settings.analysis.fft;
  if (row.flags & kRowSwept)
    return resolution_bandwidth({settings.tuning.rate.value / static_cast<double>(hop)}, settings.analysis.window, hop)
        .value;
  const bool pooled = (row.flags & kRowMerged) != 0;
  const std::size_t points = pooled ? std::max(row.bins(), settings.analysis.fft) : row.bins();
  const Hertz bin_width{row.span.value / static_cast<double>(points)};
  return resolution_bandwidth(bin_width, settings.analysis.window, points).value;
}

double window_seconds(const Row& row) { return static_cast<double>(row.bins()) / row.span.value; }

Json row_json(const Row& row, Detector detector, const View& view, const Settings& settings) {
  const Window window = window_of(row, row.bins(), view);
  const double bin_hz = window.bins == 0 ? 0 : window.span.value / static_cast<double>(window.bins);
  Json json{{"time", format_time(row.time)},
            {"sequence", row.sequence},
            {"duration_seconds", std::chrono::duration<double>(row.duration).count()},
            {"center_hz", number_json(window.center.value)},
            {"span_hz", number_json(window.span.value)},
            {"bin_hz", number_json(bin_hz)},
            {"unit", (row.flags & kRowImported) ? kImportedUnit : unit_of(settings)},
            {"detector", to_string(detector)},
            {"levels", levels_json(levels_in(row, detector, window))},
            {"ffts", row.ffts},
            {"coverage", number_json(row.coverage)},
            {"clipped", number_json(row.clipped)},
            {"flags", flags_json(row.flags)},
            {"generation", row.generation},
            {"rbw_hz", number_json(rbw_hz(row, settings))}};
  if (row.flags & kRowZoomed) json["window_seconds"] = number_json(window_seconds(row));
  return json;
}

}  // namespace spectrumd

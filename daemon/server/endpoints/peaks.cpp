// SPDX-License-Identifier: MIT
// Carriers above the noise.
#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "daemon/config/key_values.h"
#include "daemon/pipeline/peaks.h"
#include "daemon/pipeline/row_merger.h"
#include "daemon/pipeline/view.h"
#include "daemon/server/context.h"
#include "daemon/server/endpoints/endpoints.h"
#include "daemon/server/endpoints/row_query.h"
#include "daemon/server/rows/row_json.h"

namespace spectrumd {

namespace {

constexpr auto kLookBack = std::chrono::seconds(1);
constexpr std::size_t kMostRows = 100;         // as many as a second can have
constexpr std::size_t kMostCandidates = 1000;  // before those outside of the edges are left out

// Merges the rows of the last second that match the latest.
RowPtr last_second(const History& history, const Row& latest) {
  const auto rows = history.recent(kMostRows);
  const auto fits = [&](const RowPtr& row) { return latest.time - row->time < kLookBack && same_band(*row, latest); };
  const auto first = std::find_if_not(rows.rbegin(), rows.rend(), fits).base();
  RowMerger merger;
  std::for_each(first, rows.end(), [&](const RowPtr& row) { merger.add(*row); });
  return merger.take();
}

// More digits would add nothing: levels are in hundredths, and a tenth of a hertz is far below any bin.
double rounded(double value, double per_unit) { return std::round(value * per_unit) / per_unit; }

Json peak_json(const Peak& peak) {
  return {{"frequency_hz", number_json(rounded(peak.frequency.value, 10))},
          {"level_db", rounded(peak.level.value, 100)},
          {"snr_db", rounded(peak.snr.value, 100)},
          {"width_hz", rounded(peak.width.value, 10)}};
}

Answer answer_peaks(ServerContext& context, const Request& request) {
  const std::size_t count = *request.query.count("count");
  const Decibels min_snr{*request.query.number("min_snr")};
  const double from = request.query.number("from").value_or(-INFINITY);
  const double to = request.query.number("to").value_or(INFINITY);
  const Settings settings = context.settings();
  const RowPtr row = last_second(context.history, *latest_row(context));
  const Peaks found = find_peaks(*row, settings.analysis.window, min_snr, kMostCandidates);
  Json peaks = Json::array();
  for (const Peak& peak : found.peaks)
    if (peak.frequency.value >= from && peak.frequency.value <= to && peaks.size() < count)
      peaks.push_back(peak_json(peak));
  return json_answer({{"time", format_time(row->time)},
                      {"sequence", row->sequence},
                      {"floor_db", found.floor.value},
                      {"unit", unit_of(settings)},
                      {"peaks", std::move(peaks)}});
}

}  // namespace

Routes peaks_routes() {
  using Kind = Parameter::Kind;
  return {{.method = "GET",
           .path = "/api/v1/peaks",
           .summary = "Carriers above the noise in the last second, strongest first",
           .cost = Cost::Compute,
           .parameters = joined({{"count", "maximum number of carriers", Kind::Count, 1, 1000, 20},
                                 {"min_snr", "minimum dB above the noise of one bin", Kind::Level, 6, 200, 10}},
                                edge_parameters()),
           .answer_schema = "Peaks",
           .answer = answer_peaks}};
}

}  // namespace spectrumd

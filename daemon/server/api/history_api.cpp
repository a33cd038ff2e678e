// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <utility>

#include "daemon/server/api/routes.h"
#include "daemon/server/api/views.h"
#include "daemon/server/websocket/row_codec.h"

namespace spectrumd {

namespace {

using namespace std::chrono_literals;

constexpr std::size_t kMostLevels = std::size_t{1} << 21;  // in one answer
constexpr auto kDefaultPast = 60s;

struct HistoryWish {
  Time since, until;
  std::size_t rows = 0;
  View view;
};

HistoryWish wish_of(const Query& query) {
  const Time now = std::chrono::system_clock::now();
  const HistoryWish wish{.since = query.time("since", now).value_or(now - kDefaultPast),
                         .until = query.time("until", now).value_or(now),
                         .rows = *query.count("rows"),
                         .view = view_of(query)};
  if (wish.since >= wish.until) throw ApiError(400, "out_of_range", "since: is not before until", "since");
  return wish;
}

void check_size(const HistoryWish& wish, std::size_t detectors) {
  if (wish.rows * wish.view.bins * detectors <= kMostLevels) return;
  throw ApiError(400, "out_of_range",
                 fmt::format("rows: {} rows of {} bins are more than the {} levels of one answer", wish.rows,
                             wish.view.bins * detectors, kMostLevels),
                 "rows");
}

std::vector<RowPtr> find_rows(const History& history, const HistoryWish& wish) {
  std::vector<RowPtr> rows = history.range(wish.since, wish.until, wish.rows);
  std::erase_if(rows, [&](const RowPtr& row) { return window_of(*row, row->bins(), wish.view).bins == 0; });
  return rows;
}

// The coarsest tier that rows of this length can come from.
std::int64_t tier_seconds(const History& history, const std::vector<RowPtr>& rows) {
  std::chrono::nanoseconds longest{};
  for (const RowPtr& row : rows) longest = std::max(longest, row->duration);
  std::chrono::seconds step{};
  for (const History::TierFacts& tier : history.tiers())
    if (tier.step <= longest) step = std::max(step, tier.step);
  return step.count();
}

std::string row_text(const Row& row, Detector detector, const View& view, const Settings& settings) {
  Json json = row_json(row, detector, view, settings);
  json["flags"].push_back("history");
  return to_text(json);
}

// One row at a time, so that a long answer takes no memory and keeps nobody waiting.
Answer json_history(std::vector<RowPtr> rows, std::string head, Detector detector, const View& view,
                    const Settings& settings) {
  Answer answer;
  answer.pieces = [rows = std::move(rows), head = std::move(head), detector, view, settings, at = std::size_t{0},
                   ended = false]() mutable -> std::string {
    if (ended) return "";
    std::string piece = std::exchange(head, "");
    if (at == rows.size()) {
      ended = true;
      return piece + "]}";
    }
    if (at > 0) piece += ",";
    return piece + row_text(*rows[at++], detector, view, settings);
  };
  return answer;
}

Answer binary_history(std::vector<RowPtr> rows, const RowFormat& format, const View& view, double dbm_offset) {
  Answer answer{.type = "application/octet-stream"};
  answer.pieces = [rows = std::move(rows), format, view, dbm_offset, at = std::size_t{0}]() mutable -> std::string {
    if (at == rows.size()) return "";
    const auto bytes = encode_row(*rows[at++], view, format, dbm_offset, true);
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
  };
  return answer;
}

RowFormat format_of(const Query& query, Detector otherwise) {
  RowFormat format{.detectors = 0, .bytes_per_level = static_cast<std::uint8_t>(*query.count("bytes"))};
  for (const std::string& name : query.choices("detectors"))
    format.detectors |= static_cast<std::uint8_t>(*parse_detector(name));
  if (format.detectors == 0) format.detectors = static_cast<std::uint8_t>(otherwise);
  return format;
}

}  // namespace

Answer answer_history(ServerContext& context, const ApiRequest& request) {
  const HistoryWish wish = wish_of(request.query);
  const Settings settings = context.settings();
  const Detector detector = detector_of(request.query).value_or(settings.analysis.detector);
  const RowFormat format = format_of(request.query, detector);
  const bool binary = request.head.lists("Accept", "application/octet-stream");
  check_size(wish, binary ? static_cast<std::size_t>(std::popcount(format.detectors)) : 1);
  std::vector<RowPtr> rows = find_rows(context.history, wish);
  const std::string head = fmt::format("{{\"tier_seconds\":{},\"rows\":[", tier_seconds(context.history, rows));
  Answer answer =
      binary ? binary_history(std::move(rows), format, wish.view, settings.dbm_offset.value_or(Decibels{}).value)
             : json_history(std::move(rows), head, detector, wish.view, settings);
  answer.headers.emplace_back("Vary", "Accept");
  return answer;
}

}  // namespace spectrumd

// SPDX-License-Identifier: MIT
#include "daemon/server/endpoints/history_frames.h"

#include <fmt/format.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "daemon/config/key_values.h"
#include "daemon/config/plain_text.h"
#include "daemon/server/endpoints/period.h"
#include "daemon/server/endpoints/row_query.h"
#include "daemon/server/http/route.h"
#include "daemon/store/level.h"

namespace spectrumd {
namespace {

using namespace std::chrono_literals;

constexpr std::size_t kMostFrames = 2000;
constexpr std::array<std::string_view, kLevels> kLevelNames = [] {
  std::array<std::string_view, kLevels> names;
  for (std::size_t i = 0; i < kLevels; ++i) names.at(i) = kLevelTable.at(i).name;
  return names;
}();

bool shows(const FrameHead& frame, std::size_t tile, const View& view) {
  const double from = frame.tile_from(tile).value;
  const double width = frame.span.value / static_cast<double>(frame.bins) * static_cast<double>(frame.tile_bins(tile));
  return (!view.to || from < view.to->value) && (!view.from || from + width > view.from->value);
}

Json tiles_json(const FrameHead& frame, const View& view) {
  Json tiles = Json::array();
  for (std::size_t n = 0; n < frame.tiles(); ++n)
    if (shows(frame, n, view))
      tiles.push_back({{"f0", std::llround(frame.tile_from(n).value)},
                       {"from_hz", number_json(frame.tile_from(n).value)},
                       {"bins", frame.tile_bins(n)}});
  return tiles;
}

void add_rows(Json& json, const std::vector<RowNote>& notes) {
  for (const char* name : {"row_ms", "durations_ms", "row_flags", "row_ffts", "row_coverage", "row_clipped"})
    json[name] = Json::array();
  for (const RowNote& note : notes) {
    json["row_ms"].push_back(std::chrono::floor<std::chrono::milliseconds>(note.offset).count());
    json["durations_ms"].push_back(std::chrono::ceil<std::chrono::milliseconds>(note.duration).count());
    json["row_flags"].push_back(note.flags);
    json["row_ffts"].push_back(note.ffts);
    json["row_coverage"].push_back(number_json(note.coverage / 1e4));
    json["row_clipped"].push_back(number_json(note.clipped / 1e4));
  }
}

}  // namespace

std::vector<Parameter> frames_parameters() {
  using Kind = Parameter::Kind;
  return joined(
      {{.name = "level", .description = "rows of which length (1s)", .kind = Kind::Choice, .choices = kLevelNames},
       {"since", "RFC 3339, seconds since 1970, or negative: seconds ago (an hour)", Kind::Moment},
       {"until", "likewise (now)", Kind::Moment}},
      edge_parameters());
}

FramesRequest frames_request(const Query& query) {
  const auto [since, until] = period_of(query, 1h);
  return {.level = *level_named(query.choice("level").value_or(std::string(kLevelTable.front().name))),
          .since = since,
          .until = until,
          .view = edges_of(query)};
}

void check_frame_count(std::size_t frames) {
  if (frames > kMostFrames)
    throw RequestError(400, "out_of_range",
                       fmt::format("since: {} frames exceed the {} of one answer; request less time or a coarser level",
                                   frames, kMostFrames),
                       "since");
}

Json listed_frame(const FrameHead& frame, const View& view, const std::vector<RowNote>& notes) {
  Json tiles = tiles_json(frame, view);
  if (tiles.empty()) return {};
  Json json{{"t0", frame.t0_ms + frame.shift_ms},
            {"t1", frame.t1_ms + frame.shift_ms},
            {"key", frame.t0_ms},
            {"epoch", frame.epoch},
            {"rows", frame.rows},
            {"center_hz", number_json(frame.center.value)},
            {"span_hz", number_json(frame.span.value)},
            {"bins", frame.bins},
            {"generation", frame.generation},
            {"gain_db", frame.gain ? number_json(frame.gain->value) : Json()},
            {"rbw_hz", number_json(frame.rbw_hz)},
            {"base_db", number_json(frame.base_db)},
            {"flags", frame.flags},
            {"tiles", std::move(tiles)}};
  add_rows(json, notes);
  return json;
}

Json listed_frames(std::size_t level, Json frames) {
  return {{"level", kLevelTable.at(level).name},
          {"step_seconds", kLevelTable.at(level).step.count()},
          {"frames", std::move(frames)}};
}

std::optional<TileAddress> tile_address(std::string_view path) {
  const auto level = level_named(item_of(path, 4));
  const auto t0 = plain_number<std::int64_t>(item_of(path, 3)), f0 = plain_number<std::int64_t>(item_of(path, 2));
  const auto detector = parse_detector(item_of(path, 1));
  const auto epoch = plain_number<std::int64_t>(item_of(path, 0));
  if (!level || !t0 || !f0 || !detector || detector == Detector::Min || !epoch) return std::nullopt;
  return TileAddress{.level = *level, .t0_ms = *t0, .from_hz = *f0, .detector = *detector, .epoch = *epoch};
}

Answer tile_answer(const std::optional<std::vector<std::byte>>& tile, const Door& door) {
  if (!tile) throw RequestError(404, "not_found", "no such tile: it was removed, or never there");
  Answer answer{.type = "application/octet-stream"};
  answer.body.assign(reinterpret_cast<const char*>(tile->data()), tile->size());
  answer.headers.emplace_back(
      "Cache-Control", fmt::format("{}, max-age=31536000, immutable", door.lets_anyone_read() ? "public" : "private"));
  return answer;
}

}  // namespace spectrumd

// SPDX-License-Identifier: MIT
// The API of a hub. The history of a receiver has the form that the receiver itself gives it.
#include <algorithm>
#include <nlohmann/json.hpp>

#include "daemon/config/key_values.h"
#include "daemon/config/plain_text.h"
#include "daemon/hub/hub.h"
#include "daemon/server/endpoints/endpoints.h"
#include "daemon/server/endpoints/history_frames.h"
#include "daemon/server/endpoints/period.h"
#include "daemon/server/endpoints/row_query.h"
#include "daemon/store/level.h"

namespace spectrumd {
namespace {

using namespace std::chrono_literals;
using Kind = Parameter::Kind;

constexpr std::size_t kMostAlarms = 1000;
constexpr std::size_t kBinsOfMaximum = 1024, kMostBinsOfMaximum = 8192;
constexpr int kMostRowsHeard = 1440;  // of each receiver: a day of rows of a minute

Answer answer_receivers(HubContext& hub, const Request&) {
  Json list = Json::array();
  for (const FleetReceiver& receiver : read_database([&] { return hub.fleet.receivers(); })) {
    list.push_back(json_of(receiver));
    list.back()["reached"] = is_reached(hub.settings.hub, receiver.id, receiver.name);
  }
  return json_answer({{"receivers", std::move(list)}});
}

Answer answer_frames(HubContext& hub, const Request& request) {
  const std::int64_t receiver = receiver_in(request.head.path, 2);
  const auto [level, since, until, view] = frames_request(request.query);
  const auto frames = read_database([&] { return hub.fleet.frames(receiver, level, since, until); });
  check_frame_count(frames.size());
  Json list = Json::array();
  for (const FleetFrame& frame : frames) {
    Json json = listed_frame(frame.head, view, frame.notes);
    if (json.is_null()) continue;
    json["epoch"] = frame.epoch;
    list.push_back(std::move(json));
  }
  return json_answer(listed_frames(level, std::move(list)));
}

Answer answer_tile(HubContext& hub, const Request& request) {
  const std::int64_t receiver = receiver_in(request.head.path, 7);
  std::optional<std::vector<std::byte>> tile;
  if (const auto at = tile_address(request.head.path))
    tile = read_database(
        [&] { return hub.fleet.tile(receiver, at->level, at->t0_ms, at->from_hz, at->detector, at->epoch); });
  return tile_answer(tile, door_of(hub.settings.server, request.accounts));
}

// "Where was this heard?"
Answer answer_heard(HubContext& hub, const Request& request) {
  const auto [level, since, until, view] = frames_request(request.query);
  if (!view.from || !view.to) throw RequestError(400, "missing", "from: and to: are needed", "from");
  if (until - since > kLevelTable.at(level).step * kMostRowsHeard)
    throw RequestError(400, "out_of_range", "since: too long for rows of this level; request a coarser one", "since");
  const auto all = read_database([&] { return hub.fleet.heard(level, since, until, *view.from, *view.to); });
  if (!all)
    throw RequestError(400, "out_of_range", "from: too many levels; request less time or a narrower range", "from");
  Json list = Json::array();
  for (const Heard& heard : *all)
    list.push_back({{"receiver", heard.receiver},
                    {"at", to_ms(heard.at)},
                    {"frequency_hz", number_json(heard.frequency_hz)},
                    {"level_db", number_json(heard.level_db)},
                    {"median_db", number_json(heard.median_db)}});
  return json_answer({{"heard", std::move(list)}});
}

// What all receivers together have heard: a line over the band.
Answer answer_maximum(HubContext& hub, const Request& request) {
  const auto [level, since, until, view] = frames_request(request.query);
  if (!view.from || !view.to) throw RequestError(400, "missing", "from: and to: are needed", "from");
  if (until - since > kLevelTable.at(level).step * kMostRowsHeard)
    throw RequestError(400, "out_of_range", "since: too long for rows of this level; request a coarser one", "since");
  const std::size_t count = request.query.count("bins").value_or(kBinsOfMaximum);
  const auto bins = read_database([&] { return hub.fleet.maximum(level, since, until, *view.from, *view.to, count); });
  if (!bins)
    throw RequestError(400, "out_of_range", "from: too many levels; request less time or a narrower range", "from");
  Json levels = Json::array(), receivers = Json::array();
  for (const auto& [receiver, level_db] : *bins) {
    levels.push_back(receiver != 0 ? number_json(level_db) : Json());
    receivers.push_back(receiver != 0 ? Json(receiver) : Json());
  }
  return json_answer({{"from_hz", number_json(view.from->value)},
                      {"to_hz", number_json(view.to->value)},
                      {"levels_db", std::move(levels)},
                      {"receivers", std::move(receivers)}});
}

Answer answer_alarms(HubContext& hub, const Request& request) {
  const Period period = period_of(request.query, 24h);
  const std::size_t most = request.query.count("limit").value_or(100);
  Json list = Json::array();
  for (const FleetAlarm& alarm : read_database([&] { return hub.fleet.alarms(period.since, period.until, most); }))
    list.push_back({{"receiver", alarm.receiver},
                    {"id", alarm.id},
                    {"begin", to_ms(alarm.begin)},
                    {"end", alarm.end ? Json(to_ms(*alarm.end)) : Json()},
                    {"name", alarm.name},
                    {"kind", alarm.kind},
                    {"reason", alarm.reason},
                    {"frequency_hz", number_json(alarm.frequency_hz)},
                    {"width_hz", number_json(alarm.width_hz)},
                    {"peak", number_json(alarm.peak)},
                    {"floor_db", number_json(alarm.floor_db)},
                    {"journal", std::to_string(alarm.journal)}});
  return json_answer({{"alarms", std::move(list)}});
}

}  // namespace

std::int64_t receiver_in(std::string_view path, std::size_t from_end) {
  const auto id = plain_number<std::int32_t>(item_of(path, from_end));
  if (!id) throw RequestError(404, "not_found", "no such receiver; see api/v1/receivers");
  return *id;
}

Routes hub_routes() {
  Routes all{
      {.method = "GET",
       .path = "/api/v1/receivers",
       .summary = "Who reports to the database, and how each one is",
       .cost = Cost::Blocking,
       .answer_schema = "FleetReceivers",
       .answer = answer_receivers},
      {.method = "GET",
       .path = "/api/v1/receivers/{receiver}/history/tiles",
       .summary = "What a receiver has reported of a period",
       .cost = Cost::Blocking,
       .parameters = frames_parameters(),
       .answer_schema = "HistoryTiles",
       .answer = answer_frames},
      {.method = "GET",
       .path = "/api/v1/receivers/{receiver}/history/tile/{level}/{t0}/{f0}/{detector}/{epoch}",
       .summary = "A tile of the history, as the receiver stored it: raw deflate. It never changes",
       .cost = Cost::Blocking,
       .other_types = {"application/octet-stream"},
       .answer = answer_tile},
      {.method = "GET",
       .path = "/api/v1/heard",
       .summary = "Where a range was heard: the loudest that each receiver had there, the loudest first",
       .cost = Cost::Blocking,
       .parameters = frames_parameters(),
       .answer_schema = "Heard",
       .answer = answer_heard},
      {.method = "GET",
       .path = "/api/v1/max",
       .summary = "The most that any receiver had in each bin of a range, and which one it was",
       .cost = Cost::Blocking,
       .parameters =
           joined(frames_parameters(), {{"bins", "of the answer", Kind::Count, 1, kMostBinsOfMaximum, kBinsOfMaximum}}),
       .answer_schema = "FleetMaximum",
       .answer = answer_maximum},
      {.method = "GET",
       .path = "/api/v1/alarms",
       .summary = "Alarms of all receivers, the newest first",
       .cost = Cost::Blocking,
       .parameters = joined(period_parameters(), {{"limit", "maximum number", Kind::Count, 1, kMostAlarms, 100}}),
       .answer_schema = "FleetAlarms",
       .answer = answer_alarms}};
  for (const auto& more : {reach_routes, listing_routes, openapi_routes})
    for (Route& route : more()) all.push_back(std::move(route));
  return all;
}

}  // namespace spectrumd

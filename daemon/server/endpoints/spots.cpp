// SPDX-License-Identifier: MIT
// Spots: flags that other programs place at frequencies, for every page.
#include <fmt/format.h>

#include <array>
#include <chrono>
#include <cmath>
#include <nlohmann/json.hpp>

#include "daemon/server/context.h"
#include "daemon/server/endpoints/body_keys.h"
#include "daemon/server/endpoints/endpoints.h"
#include "daemon/server/endpoints/row_query.h"

namespace spectrumd {
namespace {

constexpr std::array<std::string_view, 5> kKeys{"frequency", "label", "comment", "source", "seconds"};
constexpr Range kLifetime{1, 86'400};
constexpr double kUsualSeconds = 900;  // spots of a quarter of an hour ago have usually moved
constexpr std::size_t kLongestLabel = 32, kLongestText = 200;

std::string text_in(const Json& body, const char* key, std::size_t longest) {
  std::string text = value_in(body, key, text_of).value_or("");
  if (text.size() > longest) throw bad_value(key, fmt::format("is longer than {} bytes", longest));
  return text;
}

Spot spot_of(const Json& body) {
  check_keys(body, kKeys);
  const auto frequency = value_in(body, "frequency", center_of);
  if (!frequency) throw bad_value("frequency", "is missing");
  Spot spot{.frequency = *frequency,
            .label = text_in(body, "label", kLongestLabel),
            .comment = text_in(body, "comment", kLongestText),
            .source = text_in(body, "source", kLongestLabel)};
  if (spot.label.empty()) throw bad_value("label", "is missing");
  return spot;
}

std::chrono::milliseconds lifetime_of(const Json& body) {
  const auto seconds = value_in(body, "seconds", [](const Json& value) { return number_in(value, kLifetime); });
  return std::chrono::milliseconds(std::llround(1000 * seconds.value_or(kUsualSeconds)));
}

Json spot_json(const Spot& spot) {
  return {{"id", spot.id},
          {"frequency_hz", number_json(spot.frequency.value)},
          {"label", spot.label},
          {"comment", spot.comment},
          {"source", spot.source},
          {"time", format_time(spot.time)},
          {"expires", format_time(spot.expires)}};
}

Json spots_json(ServerContext& context, double from = -INFINITY, double to = INFINITY) {
  Json spots = Json::array();
  for (const Spot& spot : context.spots.all())
    if (spot.frequency.value >= from && spot.frequency.value <= to) spots.push_back(spot_json(spot));
  return {{"spots", std::move(spots)}};
}

Answer answer_spots(ServerContext& context, const Request& request) {
  return json_answer(spots_json(context, request.query.number("from").value_or(-INFINITY),
                                request.query.number("to").value_or(INFINITY)));
}

Answer answer_spot(ServerContext& context, const Request& request) {
  Spot spot = spot_of(request.body);
  return json_answer(spot_json(context.spots.place(std::move(spot), lifetime_of(request.body))));
}

Answer answer_spot_removal(ServerContext& context, const Request& request) {
  const auto id = request.query.count("id");
  if (!id) throw bad_value("id", "is missing");
  if (!context.spots.remove(*id)) throw RequestError(404, "not_found", fmt::format("there is no spot {}", *id), "id");
  return json_answer(spots_json(context));
}

}  // namespace

Routes spots_routes() {
  return {{.method = "GET",
           .path = "/api/v1/spots",
           .summary = "Spots that other programs have placed and that have not expired, lowest frequency first",
           .parameters = edge_parameters(),
           .answer_schema = "Spots",
           .answer = answer_spots},
          {.method = "POST",
           .path = "/api/v1/spots",
           .summary = "Places a spot for a while; one of the same label and source moves",
           .role = Role::Tuner,
           .request_schema = "SpotRequest",
           .shows_body = true,
           .answer_schema = "Spot",
           .answer = answer_spot},
          {.method = "DELETE",
           .path = "/api/v1/spots",
           .summary = "Removes a spot",
           .role = Role::Tuner,
           .parameters = {{"id", "of the spot", Parameter::Kind::Count, 1, 1e15}},
           .answer_schema = "Spots",
           .answer = answer_spot_removal}};
}

}  // namespace spectrumd

// SPDX-License-Identifier: MIT
#include "daemon/server/endpoints/channel_json.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "daemon/server/endpoints/body_keys.h"

namespace spectrumd {
namespace {

constexpr std::array<std::string_view, 7> kKeys{"center", "rate", "bandwidth", "mode", "low", "high", "squelch_db"};
constexpr Range kRates{1, 1e9}, kEdges{-200e3, 200e3}, kSquelch{-200, 20};

std::optional<double> number_of(const Json& body, const char* name, Range range) {
  return value_in(body, name, [&](const Json& value) { return number_in(value, range, kHertz); });
}

// The edges of one mode mean nothing in another.
void adopt_mode(ListenSettings& listen, const std::string& name) {
  const auto mode = listen_mode_named(name);
  if (!mode) throw bad_value("mode", fmt::format("is not one of {}", fmt::join(mode_names(), ", ")));
  if (*mode != listen.mode) listen.pass_band.reset();
  listen.mode = *mode;
}

void adopt_edges(ListenSettings& listen, const Json& body) {
  const auto low = number_of(body, "low", kEdges), high = number_of(body, "high", kEdges);
  if (!low && !high) return;
  const PassBand now = pass_band_of(listen);
  listen.pass_band = PassBand{low.value_or(now.low_hz), high.value_or(now.high_hz)};
}

void adopt_squelch(ListenSettings& listen, const Json& body) {
  if (!body.contains("squelch_db")) return;
  if (body["squelch_db"].is_null())
    listen.squelch_db.reset();
  else
    listen.squelch_db =
        value_in(body, "squelch_db", [](const Json& value) { return number_in(value, kSquelch, kDecibels); });
}

ChannelOrder with_samples(ChannelOrder order, const Json& body) {
  for (const char* name : {"low", "high", "squelch_db"})
    if (body.contains(name)) throw bad_value(name, "belongs to a channel with a mode");
  const auto rate = number_of(body, "rate", kRates), bandwidth = number_of(body, "bandwidth", kRates);
  if (rate) order.settings.rate = *rate;
  if (bandwidth || rate) order.settings.bandwidth = bandwidth.value_or(usual_bandwidth(order.settings.rate));
  return order;
}

ChannelOrder with_sound(const ChannelOrder& order, ListenSettings listen, const Json& body) {
  for (const char* name : {"rate", "bandwidth"})
    if (body.contains(name)) throw bad_value(name, "is the mode's where a channel has one; set low and high");
  adopt_edges(listen, body);
  adopt_squelch(listen, body);
  check_listen(listen);
  return listening_at(order.settings.center, listen);
}

}  // namespace

std::span<const std::string_view> mode_names() {
  static const std::vector<std::string_view> names = [] {
    std::vector<std::string_view> all;
    for (const ListenModeFacts& facts : listen_modes()) all.push_back(facts.name);
    return all;
  }();
  return names;
}

void check_listen(const ListenSettings& listen) {
  try {
    check(listen);
  } catch (const ListenError& error) {
    throw RequestError(400, "bad_value", error.what());
  }
}

Json channel_json(const BookedFacts& facts) {
  const ChannelSettings& settings = facts.order.settings;
  Json json{{"id", facts.channel.id},
            {"use", facts.channel.use},
            {"center_hz", number_json(settings.center.value)},
            {"rate_hz", number_json(settings.rate)},
            {"bandwidth_hz", number_json(settings.bandwidth)},
            {"mode", nullptr},
            {"state", facts.channel.waits_for.empty() ? "running" : "waiting"},
            {"reason", facts.channel.waits_for},
            {"readers", facts.readers},
            {"kept", facts.kept},
            {"samples", facts.channel.samples},
            {"lost", facts.channel.lost}};
  if (!facts.order.listen) return json;
  const ListenSettings& listen = *facts.order.listen;
  const PassBand band = pass_band_of(listen);
  json["mode"] = name_of(listen.mode);
  json["low_hz"] = number_json(band.low_hz);
  json["high_hz"] = number_json(band.high_hz);
  json["squelch_db"] = listen.squelch_db ? number_json(*listen.squelch_db) : Json();
  return json;
}

ChannelOrder changed_order(ChannelOrder order, const Json& body) {
  check_keys(body, kKeys);
  if (const auto center = value_in(body, "center", center_of)) order.settings.center = *center;
  const auto mode = value_in(body, "mode", text_of);
  if (!mode && !order.listen) return with_samples(std::move(order), body);
  ListenSettings listen = order.listen.value_or(ListenSettings{});
  if (mode) adopt_mode(listen, *mode);
  return with_sound(order, listen, body);
}

}  // namespace spectrumd

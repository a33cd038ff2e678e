// SPDX-License-Identifier: MIT
#include "daemon/server/endpoints/channel_json.h"

#include <nlohmann/json.hpp>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "daemon/server/endpoints/body_keys.h"
#include "daemon/server/endpoints/listen_json.h"

namespace spectrumd {
namespace {

constexpr Range kChannelRates{1, 1e9};

std::span<const std::string_view> channel_keys() {
  static const auto names = [] {
    std::vector<std::string_view> all(listen_keys().begin(), listen_keys().end());
    for (const std::string_view name : {"center", "rate", "bandwidth"}) all.push_back(name);
    return all;
  }();
  return names;
}

std::optional<double> rate_in(const Json& body, const char* name) {
  return value_in(body, name, [](const Json& value) { return number_in(value, kChannelRates, kHertz); });
}

ChannelOrder with_samples(ChannelOrder order, const Json& body) {
  for (const std::string_view name : listen_keys())
    if (body.contains(name)) throw bad_value(name, "belongs to a channel with a mode");
  const auto rate = rate_in(body, "rate"), bandwidth = rate_in(body, "bandwidth");
  if (rate) order.settings.rate = *rate;
  if (bandwidth || rate) order.settings.bandwidth = bandwidth.value_or(usual_bandwidth(order.settings.rate));
  return order;
}

ChannelOrder with_sound(const ChannelOrder& order, const ListenSettings& listen, const Json& body) {
  for (const char* name : {"rate", "bandwidth"})
    if (body.contains(name)) throw bad_value(name, "is the mode's where a channel has one; set low and high");
  return listening_at(order.settings.center, changed_listen(listen, body));
}

}  // namespace

Json channel_json(const BookedFacts& facts, std::optional<Decibels> dbm_offset) {
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
  json.update(listen_json(*facts.order.listen));
  json["meter"] = facts.heard ? meter_json(*facts.heard, dbm_offset) : Json();
  return json;
}

ChannelOrder changed_order(ChannelOrder order, const Json& body) {
  check_keys(body, channel_keys());
  if (const auto center = value_in(body, "center", center_of)) order.settings.center = *center;
  if (!body.contains("mode") && !order.listen) return with_samples(std::move(order), body);
  return with_sound(order, order.listen.value_or(ListenSettings{}), body);
}

}  // namespace spectrumd

// SPDX-License-Identifier: MIT
#include "daemon/feeds/feeds.h"

#include <chrono>
#include <string_view>
#include <utility>

#include "daemon/config/host_port.h"
#include "daemon/config/spot_source.h"
#include "daemon/server/context.h"

namespace spectrumd {

Feeds::Feeds(const FeedSettings& settings, ServerContext& context) {
  if (!settings.rigctl.empty()) rigctl_.emplace(settings, context);
  if (!settings.n1mm.empty()) n1mm_.emplace(settings, context);
  if (!settings.mqtt.empty()) mqtt_.emplace(settings, context);
  if (!settings.sdrangel.empty()) sdrangel_.emplace(settings, context);
  if (!settings.spyserver.empty()) spyserver_.emplace(settings, context);
  if (!settings.kiwi.empty()) kiwi_.emplace(settings, context);
  if (!settings.influx.empty()) add_influx(settings, context);
  if (!settings.follow.empty()) add_follower(settings, context);
  for (const std::string& from : settings.spots) add_spots(from, settings, context);
}

void Feeds::add_influx(const FeedSettings& settings, ServerContext& context) {
  const auto server = parse_influx_server(settings.influx);
  if (!server) return;  // the settings have none such
  influx_.emplace(
      InfluxFeed::Plan{
          .server = *server, .token = settings.influx_token, .period = std::chrono::seconds(settings.influx_seconds)},
      context);
}

void Feeds::add_follower(const FeedSettings& settings, ServerContext& context) {
  const auto rig = parse_followed_rig(settings.follow);
  if (!rig) return;  // the settings have none such
  RigFollower::Plan plan{.rig = *rig, .taps = {}, .pitch = settings.follow_pitch, .may_tune = settings.follow_control};
  for (const std::string& text : settings.follow_if)
    if (const auto tap = parse_if_tap(text)) plan.taps.push_back(*tap);
  follower_.emplace(std::move(plan), context);
}

void Feeds::add_spots(const std::string& from, const FeedSettings& settings, ServerContext& context) {
  const auto source = parse_spot_source(from);
  if (!source) return;  // the settings have none such
  if (source->kind == SpotSource::Kind::Wsjtx) {
    wsjtx_.emplace_back(source->where, context.spots, context.feeds);
  } else if (source->kind != SpotSource::Kind::Cluster) {
    pages_.emplace_back(SpotPoller::Plan{.source = *source}, context.spots, context.feeds);
  } else if (const auto server = parse_host_port(source->where)) {
    clusters_.emplace_back(ClusterClient::Plan{.server = *server, .callsign = settings.callsign}, context.spots,
                           context.feeds);
  }
}

}  // namespace spectrumd

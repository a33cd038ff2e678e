// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <chrono>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "daemon/config/followed_rig.h"
#include "daemon/config/influx_server.h"
#include "daemon/config/mqtt_broker.h"
#include "daemon/config/spot_source.h"
#include "daemon/doctor/child.h"
#include "daemon/doctor/doctor.h"
#include "daemon/sources/device/device.h"
#include "daemon/sources/tcp_connection.h"

namespace spectrumd {
namespace {

using namespace std::chrono_literals;
using State = Finding::State;

constexpr auto kConnectLimit = 3s;
constexpr auto kTimeToAnswer = 8s;  // names have to be looked up as well

// What a feed connects to.
struct ServerOfFeed {
  std::string name;
  HostPort at;
  const char* setting;
};

std::vector<ServerOfFeed> servers_of(const FeedSettings& feeds) {
  std::vector<ServerOfFeed> servers;
  if (const auto rig = parse_followed_rig(feeds.follow))
    servers.push_back({to_string(*rig), rig->server, "feeds.follow"});
  if (const auto broker = parse_mqtt_broker(feeds.mqtt))
    servers.push_back({to_string(*broker), broker->server, "feeds.mqtt"});
  if (const auto influx = parse_influx_server(feeds.influx))
    servers.push_back({to_string(*influx), influx->server, "feeds.influx"});
  for (const std::string& from : feeds.spots)
    if (const auto source = parse_spot_source(from); source && source->kind == SpotSource::Kind::Cluster)
      if (const auto at = parse_host_port(source->where)) servers.push_back({to_string(*source), *at, "feeds.spots"});
  return servers;
}

// Why there is no connection; empty if there is.
std::string trouble_with(const HostPort& server) try {
  return in_child(
             [&server] {
               try {
                 const TcpConnection connection(server, kConnectLimit);
                 return Json("");
               } catch (const DeviceError& error) {
                 return Json(error.what());
               }
             },
             kTimeToAnswer)
      .get<std::string>();
} catch (const ChildFailed& failure) {
  return fmt::format("{}: {}", to_string(server), failure.what());
}

Finding check(const Sysroot& root, const ServerOfFeed& server) {
  if (!root.is_this_machine())
    return {"FEED-02", State::Skip, server.name + ": only the machine itself can connect to it", ""};
  const std::string trouble = trouble_with(server.at);
  if (trouble.empty()) return {"FEED-02", State::Ok, server.name + " accepts connections", ""};
  return {"FEED-02", State::Warn, fmt::format("{} is not reached: {}", server.name, trouble),
          fmt::format("start it, or correct {}; the daemon tries again and again", server.setting)};
}

}  // namespace

std::vector<Finding> check_feeds(const Examination& examination) {
  std::vector<Finding> findings;
  for (const ServerOfFeed& server : servers_of(examination.settings.feeds))
    findings.push_back(check(examination.root, server));
  return findings;
}

}  // namespace spectrumd

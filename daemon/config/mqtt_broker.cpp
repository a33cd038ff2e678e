// SPDX-License-Identifier: MIT
#include "daemon/config/mqtt_broker.h"

#include <fmt/format.h>

#include <algorithm>

#include "daemon/config/host_name.h"

namespace spectrumd {
namespace {

constexpr std::string_view kPlain = "mqtt://", kTls = "mqtts://";
constexpr std::uint16_t kPlainPort = 1883, kTlsPort = 8883;
constexpr std::size_t kLongestPrefix = 200;

// Wildcards and control characters have no place in a topic.
bool is_topic(std::string_view text) {
  return !text.empty() && text.size() <= kLongestPrefix && text.find("//") == std::string_view::npos &&
         std::ranges::none_of(text,
                              [](unsigned char letter) { return letter <= ' ' || letter == '#' || letter == '+'; });
}

std::string usual_prefix() {
  const std::string name = host_name();
  return is_topic(name) ? "spectrumd/" + name : "spectrumd";
}

}  // namespace

std::optional<MqttBroker> parse_mqtt_broker(std::string_view text) {
  MqttBroker broker{.tls = text.starts_with(kTls)};
  if (!broker.tls && !text.starts_with(kPlain)) return std::nullopt;
  text.remove_prefix(broker.tls ? kTls.size() : kPlain.size());
  const std::size_t slash = text.find('/');
  if (slash != std::string_view::npos) {
    broker.prefix = text.substr(slash + 1);
    while (broker.prefix.ends_with('/')) broker.prefix.pop_back();
    text = text.substr(0, slash);
  }
  if (broker.prefix.empty()) broker.prefix = usual_prefix();
  const auto login = parse_user_at_host(text, broker.tls ? kTlsPort : kPlainPort);
  if (!login || !is_topic(broker.prefix)) return std::nullopt;
  broker.user = login->user;
  broker.server = login->server;
  return broker;
}

std::string to_string(const MqttBroker& broker) {
  return fmt::format("{}{}/{}", broker.tls ? kTls : kPlain, to_string(UserAtHost{broker.user, broker.server}),
                     broker.prefix);
}

}  // namespace spectrumd

// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "daemon/config/host_port.h"

namespace spectrumd {

// Where an MQTT broker is, and where in its tree of topics this program publishes.
struct MqttBroker {
  bool tls = false;
  std::string user;  // empty: none
  HostPort server;
  std::string prefix;  // of topics; without a slash at its ends
};

// Parses "mqtt[s]://[USER@]HOST[:PORT][/PREFIX]"; fills in the usual ports, 1883 and 8883, and spectrumd/NAME with the
// host name of this machine.
std::optional<MqttBroker> parse_mqtt_broker(std::string_view text);
std::string to_string(const MqttBroker& broker);

}  // namespace spectrumd

// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "daemon/config/keys.h"

namespace spectrumd {

// Parsers of the values of feeds.*, report.* and hub.*, as those of key_values.h. They return the value with what was
// left out filled in; an empty one turns the feed off. All of them throw KeyError for invalid values.

std::string address_of(const Json& value, std::uint16_t usual_port);  // to listen on: "ADDRESS:PORT"
std::string server_of(const Json& value, std::uint16_t usual_port);   // to connect or send to: "HOST:PORT"
std::vector<std::string> spot_sources_of(const Json& value);
std::string mqtt_of(const Json& value);                  // "mqtt[s]://[USER@]HOST[:PORT][/PREFIX]"
std::string topic_of(const Json& value);                 // of MQTT, without wildcards
std::string followed_rig_of(const Json& value);          // "rigctld|flrig|tci:HOST[:PORT]"
std::vector<std::string> if_taps_of(const Json& value);  // "68.33M[-][@0:30M]"; "none" in a flag
std::vector<std::string> report_stores_of(const Json& value);
std::vector<std::string> report_levels_of(const Json& value);  // "1min,10s,alarms"
std::string locator_of(const Json& value);                     // Maidenhead: "JO62", "JO62QM", "JO62QM45"
std::string influx_of(const Json& value);                      // "http[s]://[USER@]HOST[:PORT]/write?db=NAME"
std::vector<std::string> reached_of(const Json& value);        // "NAME=http[s]://HOST[:PORT][/PATH]"
std::vector<std::string> reach_tokens_of(const Json& value);   // "NAME=TOKEN" or "TOKEN"

}  // namespace spectrumd

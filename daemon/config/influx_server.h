// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "daemon/config/host_port.h"

namespace spectrumd {

// Where an InfluxDB takes points in its line protocol.
struct InfluxServer {
  bool tls = false;
  std::string user;  // of version 1; empty: none
  HostPort server;
  std::string target;  // path and query: "/write?db=shack"
};

// Parses "http[s]://[USER@]HOST[:PORT]/write?db=NAME" (version 1) and ".../api/v2/write?org=NAME&bucket=NAME" (2);
// the usual ports are 8086 and, of https, 443.
std::optional<InfluxServer> parse_influx_server(std::string_view text);
std::string to_string(const InfluxServer& influx);

}  // namespace spectrumd

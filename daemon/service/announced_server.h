// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "daemon/config/settings.h"

namespace spectrumd {

// The name under which one server in the local network is found without knowing its machine's.
inline constexpr std::string_view kAliasName = "spectrumd.local";

// What the local network learns of a server: services in DNS-SD, and a host name.
struct AnnouncedServer {
  std::string listen_host;  // decides which addresses the alias has
  std::uint16_t port = 0;
  std::string name;                // of the services: "spectrumd on pi"
  std::vector<std::string> facts;  // in their TXT records: "path=/"

  friend bool operator==(const AnnouncedServer&, const AnnouncedServer&) = default;
};

// Nullopt where others cannot reach it, or server.announce is false. `port` is the actual one.
std::optional<AnnouncedServer> announced_server(const ServerSettings& settings, std::uint16_t port);

}  // namespace spectrumd

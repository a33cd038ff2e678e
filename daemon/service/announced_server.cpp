// SPDX-License-Identifier: MIT
#include "daemon/service/announced_server.h"

#include <fmt/format.h>

#include "daemon/config/host_name.h"
#include "daemon/config/listen_address.h"
#include "daemon/config/version.h"

namespace spectrumd {

namespace {

std::string service_name() {
  constexpr std::size_t kLongest = 63;  // of a label of DNS, which the name of a service is as well
  const std::string host = host_name();
  if (host.empty()) return "spectrumd";
  return fmt::format("spectrumd on {}", host.substr(0, host.find('.'))).substr(0, kLongest);
}

}  // namespace

std::optional<AnnouncedServer> announced_server(const ServerSettings& settings, std::uint16_t port) {
  const auto listen = parse_listen(settings.listen);
  if (!settings.announce || !listen || is_loopback(listen->host)) return std::nullopt;
  return AnnouncedServer{.listen_host = listen->host,
                         .port = port,
                         .name = service_name(),
                         .facts = {"path=/", fmt::format("version={}", version()), "api=v1"}};
}

}  // namespace spectrumd

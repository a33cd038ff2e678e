// SPDX-License-Identifier: MIT
#include "daemon/service/announced_server.h"

#include <fmt/format.h>
#include <unistd.h>

#include <array>

#include "daemon/config/listen_address.h"
#include "daemon/config/version.h"

namespace spectrumd {

namespace {

std::string service_name() {
  std::array<char, 64> host{};  // a label of DNS, which the name of a service is as well, has 63 bytes at most
  if (gethostname(host.data(), host.size() - 1) != 0) return "spectrumd";
  const std::string_view whole(host.data());
  return fmt::format("spectrumd on {}", whole.substr(0, whole.find('.'))).substr(0, 63);
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

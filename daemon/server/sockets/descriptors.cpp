// SPDX-License-Identifier: MIT
#include "daemon/server/sockets/descriptors.h"

#include <spdlog/spdlog.h>
#include <sys/resource.h>

#include <algorithm>

namespace spectrumd {

namespace {
constexpr std::size_t kKeptBack = 64;
constexpr std::size_t kMostShareClients = 32;
}  // namespace

DescriptorShares share_descriptors(std::size_t allowed) {
  const std::size_t share_clients = std::clamp<std::size_t>(allowed / 8, 1, kMostShareClients);
  const std::size_t kept_back = std::min(kKeptBack, allowed / 2);
  const std::size_t rest = allowed - kept_back;
  return {.connections = rest > share_clients + 1 ? rest - share_clients : 1, .share_clients = share_clients};
}

DescriptorShares share_descriptors() {
  rlimit limit{};
  getrlimit(RLIMIT_NOFILE, &limit);
  constexpr rlim_t kPlenty = 1 << 20;  // also for "unlimited"
  return share_descriptors(static_cast<std::size_t>(std::min(limit.rlim_cur, kPlenty)));
}

std::size_t connections_allowed(const ServerSettings& settings) {
  return std::min(settings.connections, share_descriptors().connections);
}

std::size_t most_websockets(const ServerSettings& settings) {
  const std::size_t allowed = connections_allowed(settings);
  return allowed - allowed / 4;
}

void log_connections_allowed(const ServerSettings& settings) {
  const std::size_t allowed = connections_allowed(settings);
  if (allowed < settings.connections)
    spdlog::warn("server: {} connections at a time instead of {}: too few file descriptors (ulimit -n, LimitNOFILE)",
                 allowed, settings.connections);
  else
    spdlog::info("server: {} connections at a time", allowed);
}

}  // namespace spectrumd

// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>

#include "daemon/config/settings.h"

namespace spectrumd {

// How the file descriptors of this process (RLIMIT_NOFILE, `ulimit -n`) are divided: part of them is reserved for
// sources, recordings, downloads and the program itself, so that clients cannot use up all of them.
struct DescriptorShares {
  std::size_t connections;    // of HTTP and WebSocket
  std::size_t share_clients;  // of server.share
};
DescriptorShares share_descriptors(std::size_t allowed);
DescriptorShares share_descriptors();  // of this process

// Returns server.connections, or fewer if there are not enough descriptors.
std::size_t connections_allowed(const ServerSettings& settings);
std::size_t most_websockets(const ServerSettings& settings);  // of them; the rest is left to requests
void log_connections_allowed(const ServerSettings& settings);

}  // namespace spectrumd

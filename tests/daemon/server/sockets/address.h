// SPDX-License-Identifier: MIT
#pragma once

#include <arpa/inet.h>
#include <netinet/in.h>

#include "daemon/server/sockets/client_address.h"

namespace spectrumd {

// Of an IPv4 host.
inline ClientAddress address(std::uint32_t host) {
  sockaddr_in ipv4{};
  ipv4.sin_family = AF_INET;
  ipv4.sin_addr.s_addr = htonl(host);
  return ClientAddress(reinterpret_cast<const sockaddr&>(ipv4));
}

}  // namespace spectrumd

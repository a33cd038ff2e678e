// SPDX-License-Identifier: MIT
#pragma once

#include <microhttpd.h>

#include <cstddef>
#include <functional>
#include <span>

#include "daemon/server/sockets/client_address.h"

namespace spectrumd {

struct Service;

// A connection that has left HTTP for another protocol. The socket stays libmicrohttpd's.
struct Upgraded {
  int fd;                                  // non-blocking
  std::span<const std::byte> first_bytes;  // what the client has sent behind its request
  bool may_change;                         // as its request might
  ClientAddress address;
  std::function<void()> close;  // to be called once, by any thread, when the socket is done with
};
using OnUpgraded = std::function<void(const Upgraded&)>;

// The answer after which a connection has left HTTP.
MHD_Response* upgrade_response(Service& service);

}  // namespace spectrumd

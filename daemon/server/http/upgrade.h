// SPDX-License-Identifier: MIT
#pragma once

#include <microhttpd.h>

#include <cstddef>
#include <functional>
#include <span>

#include "daemon/server/http/request.h"
#include "daemon/server/sockets/client_address.h"

namespace spectrumd {

struct Service;

// A connection that has switched from HTTP to another protocol. The socket still belongs to libmicrohttpd.
struct Upgraded {
  int fd;                                  // non-blocking
  std::span<const std::byte> first_bytes;  // sent by the client after its request
  Caller caller;
  ClientAddress address;
  const RequestHead& head;
  std::function<void()> close;  // must be called once, by any thread, when done with the socket
};
using OnUpgraded = std::function<void(const Upgraded&)>;

// The answer that switches protocols.
MHD_Response* upgrade_response(Service& service);

}  // namespace spectrumd

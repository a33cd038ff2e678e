// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>

#include "daemon/server/http/site.h"
#include "daemon/server/sockets/listen_socket.h"

namespace spectrumd {

// Time limits for clients. Limits on their number are in the settings.
struct HttpLimits {
  std::chrono::milliseconds request{10'000};  // from the connect or the previous answer until the request is complete
  std::chrono::milliseconds answer{60'000};   // until the client has received it
  std::chrono::milliseconds stuck{10'000};    // without receiving anything while data is waiting
};

// HTTP on libmicrohttpd. Serves a site on separate threads from construction to destruction. The destructor notifies
// all clients and ends the WebSockets, as their sockets belong to libmicrohttpd; it blocks for a second at most.
class HttpServer {
 public:
  explicit HttpServer(Site site, const HttpLimits& limits = {});  // throws ServerError
  ~HttpServer();

  std::uint16_t port() const;  // the actual port, also if 0 was requested
  void wake() noexcept;        // there is a new row or event for server-sent events; any thread; does not block

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace spectrumd

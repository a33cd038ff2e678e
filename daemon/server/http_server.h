// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>

#include "daemon/server/context.h"
#include "daemon/server/http/route.h"
#include "daemon/server/sockets/listen_socket.h"
#include "daemon/server/websocket/websocket_hub.h"

namespace spectrumd {

// How long clients may take. How many there may be is in the settings.
struct HttpLimits {
  std::chrono::milliseconds request{10'000};  // from the connect or the answer before until all of it is there
  std::chrono::milliseconds answer{60'000};   // until the client has taken it
  std::chrono::milliseconds stuck{10'000};    // without taking anything of what waits for it
};

Routes routes();  // all that can be asked for: the endpoints, and the WebSocket

// HTTP on libmicrohttpd: page, API, server-sent events, metrics, and the handshake of WebSockets, whose connections go
// to the hub. Serves from construction to destruction, which tells all clients, stops the hub, since its sockets are
// libmicrohttpd's, and takes a second at most.
class HttpServer {
 public:
  HttpServer(ServerContext& context, WebSocketHub& hub, const HttpLimits& limits = {});  // throws ServerError
  ~HttpServer();

  std::uint16_t port() const;  // the one in use, also when 0 was asked for
  void wake() noexcept;        // there is a new row or event for server-sent events; any thread; cheap

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace spectrumd

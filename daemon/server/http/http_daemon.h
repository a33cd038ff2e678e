// SPDX-License-Identifier: MIT
#pragma once

#include <microhttpd.h>

#include <cstdint>
#include <functional>

#include "daemon/server/http/service.h"

namespace spectrumd {

// libmicrohttpd at work: one thread of its own, which calls exchanges.
class HttpDaemon {
 public:
  // Takes over the socket. `on_open` runs on libmicrohttpd's thread for each new connection.
  HttpDaemon(Service& service, int listen_socket, std::function<void()> on_open);  // throws ServerError
  ~HttpDaemon();
  HttpDaemon(const HttpDaemon&) = delete;
  HttpDaemon& operator=(const HttpDaemon&) = delete;

  std::uint16_t port() const { return port_; }
  void stop_listening();

 private:
  Service& service_;
  std::function<void()> on_open_;
  std::uint16_t port_;
  int listen_socket_ = -1;  // ours again once it does not listen any more; -1 until then
  MHD_Daemon* daemon_;

  friend struct HttpCallbacks;
};

}  // namespace spectrumd

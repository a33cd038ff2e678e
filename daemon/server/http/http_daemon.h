// SPDX-License-Identifier: MIT
#pragma once

#include <microhttpd.h>

#include <chrono>
#include <cstdint>
#include <optional>

#include "daemon/server/http/service.h"

namespace spectrumd {

// libmicrohttpd, which calls exchanges. It has no thread: all but port() is for the one that calls serve().
class HttpDaemon {
 public:
  HttpDaemon(Service& service, int listen_socket);  // takes over the socket; throws ServerError
  ~HttpDaemon();
  HttpDaemon(const HttpDaemon&) = delete;
  HttpDaemon& operator=(const HttpDaemon&) = delete;

  std::uint16_t port() const { return port_; }
  int descriptor() const;                                     // readable when there is something to serve
  std::optional<std::chrono::milliseconds> patience() const;  // serve() then, even if it is not
  void serve();                                               // all that is ready; does not wait
  void stop_listening();

 private:
  Service& service_;
  std::uint16_t port_;
  int listen_socket_ = -1;  // ours again once it does not listen any more; -1 until then
  MHD_Daemon* daemon_;

  friend struct HttpCallbacks;
};

}  // namespace spectrumd

// SPDX-License-Identifier: MIT
#pragma once

#include <microhttpd.h>

#include <chrono>
#include <cstdint>
#include <optional>

#include "daemon/server/http/service.h"

namespace spectrumd {

// libmicrohttpd, which calls exchanges. It has no thread: all but port() is called by the thread that calls serve(),
// and nothing blocks.
class HttpDaemon {
 public:
  HttpDaemon(Service& service, int listen_socket);  // takes over the socket; throws ServerError
  ~HttpDaemon();
  HttpDaemon(const HttpDaemon&) = delete;
  HttpDaemon& operator=(const HttpDaemon&) = delete;

  std::uint16_t port() const { return port_; }
  int descriptor() const;                                     // readable when there is something to serve
  std::optional<std::chrono::milliseconds> patience() const;  // call serve() after this time anyway
  void serve();                                               // serves what is ready; does not block
  void stop_listening();

 private:
  Service& service_;
  std::uint16_t port_;
  int listen_socket_ = -1;  // ours again after listening has stopped; -1 until then
  MHD_Daemon* daemon_;

  friend struct HttpCallbacks;
};

}  // namespace spectrumd

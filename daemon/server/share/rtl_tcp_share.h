// SPDX-License-Identifier: MIT
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <thread>

#include "daemon/server/context.h"
#include "daemon/server/poll_set.h"
#include "daemon/server/share/share_client.h"

namespace spectrumd {

// Gives the samples of the source in use to programs that speak rtl_tcp, as many as like, beside the page. What they
// ask for is done only where server.share_control says so. Works from construction to destruction.
class RtlTcpShare {
 public:
  RtlTcpShare(const std::string& listen, bool control, ServerContext& context);  // throws ServerError
  ~RtlTcpShare();

 private:
  void run(const std::stop_token& stop);
  void listen_in();
  void accept_client();
  void serve(int socket, std::uint32_t events);
  void hand_out();
  void flush(ShareClient& client);
  void drop(int socket);
  void obey(const rtl_tcp::Command& command);
  void retune(const rtl_tcp::Command& command);

  ServerContext& context_;
  const bool control_;
  PollSet polls_;
  const int listen_socket_;
  std::shared_ptr<SampleStream> stream_;
  std::map<int, std::unique_ptr<ShareClient>> clients_;  // by their sockets
  std::optional<Decibels> gain_;                         // the last one asked for, for when it is set by hand again
  std::jthread thread_;
};

}  // namespace spectrumd

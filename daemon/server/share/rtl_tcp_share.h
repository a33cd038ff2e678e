// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <thread>

#include "daemon/server/context.h"
#include "daemon/server/share/remote_tuning.h"
#include "daemon/server/share/share_client.h"
#include "daemon/server/sockets/listen_socket.h"
#include "daemon/server/sockets/poll_set.h"

namespace spectrumd {

// Gives the samples of the source in use to programs that speak rtl_tcp, as many as like, beside the page. What they
// ask for is done only where server.share_control says so. Works from construction to destruction.
class RtlTcpShare {
 public:
  // A client that takes nothing for the time given as `stuck` is dropped. Throws ServerError.
  RtlTcpShare(const std::string& listen, bool control, ServerContext& context,
              std::chrono::milliseconds stuck = std::chrono::seconds(10));
  ~RtlTcpShare();

  std::uint16_t port() const { return port_of(listen_socket_); }

 private:
  using Clock = std::chrono::steady_clock;

  void run(const std::stop_token& stop);
  void listen_in();
  void accept_client();
  void pause_accepting(int error);
  void accept_again();
  void serve(int socket, std::uint32_t events);
  void hand_out();
  void flush(ShareClient& client);
  void drop_stuck();
  void drop(int socket);
  void obey(const rtl_tcp::Command& command);

  ServerContext& context_;
  const bool control_;
  const std::chrono::milliseconds stuck_;
  const std::size_t most_clients_;
  PollSet polls_;
  const int listen_socket_;
  std::shared_ptr<SampleStream> stream_;
  std::map<int, std::unique_ptr<ShareClient>> clients_;  // by their sockets
  std::optional<Clock::time_point> accept_again_;        // nobody is accepted until then
  RemoteTuning tuning_;
  std::jthread thread_;
};

}  // namespace spectrumd

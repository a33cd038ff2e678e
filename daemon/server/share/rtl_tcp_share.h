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

// Serves the samples of the source in use to any number of rtl_tcp clients, in parallel to the page. Their commands are
// applied only if server.share_control is set. Works from construction to destruction, on its own thread; the
// destructor waits for that.
class RtlTcpShare {
 public:
  // A client that receives nothing for `stuck` is dropped. Throws ServerError.
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
  void report(const ShareClient& client, std::string text);
  void obey(const ShareClient& client, const rtl_tcp::Command& command);

  ServerContext& context_;
  const bool control_;
  const std::chrono::milliseconds stuck_;
  const std::size_t most_clients_;
  PollSet polls_;
  const int listen_socket_;
  std::shared_ptr<SampleStream> stream_;
  std::map<int, std::unique_ptr<ShareClient>> clients_;  // by their sockets
  std::optional<Clock::time_point> accept_again_;        // no client is accepted until then
  RemoteTuning tuning_;
  std::jthread thread_;
};

}  // namespace spectrumd

// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <map>
#include <memory>
#include <string>
#include <thread>

#include "daemon/server/context.h"
#include "daemon/server/share/guest.h"
#include "daemon/server/share/remote_tuning.h"
#include "daemon/server/share/share_client.h"
#include "daemon/server/sockets/client_entry.h"
#include "daemon/server/sockets/poll_set.h"

namespace spectrumd {

// What commands of the clients do.
enum class ShareMode { Nothing, Tune, Channels };

// Serves the samples of the source in use to any number of rtl_tcp clients, in parallel to the page, or to each a
// channel of the band at the center and rate that its commands say. Works from construction to destruction, on its own
// thread; the destructor waits for that.
class RtlTcpShare {
 public:
  // A client that receives nothing for `stuck` is dropped. Throws ServerError.
  RtlTcpShare(const std::string& listen, ShareMode mode, ServerContext& context,
              std::chrono::milliseconds stuck = std::chrono::seconds(10));
  ~RtlTcpShare();

  std::uint16_t port() const { return entry_.address().port; }

 private:
  using Clock = std::chrono::steady_clock;

  // Guests only where each has a channel.
  struct Client {
    std::unique_ptr<ShareClient> line;
    std::unique_ptr<Guest> guest;
  };

  void run(const std::stop_token& stop);
  void listen_in();
  void accept_client();
  void serve(int socket, std::uint32_t events);
  void hand_out();
  void hand_out_channels();
  void give(ShareClient& client, const std::vector<SharedBlock>& blocks);
  void flush(ShareClient& client);
  void drop_stuck();
  void drop(int socket);
  void report(const ShareClient& client, std::string text);
  void obey(const Client& client, const rtl_tcp::Command& command);

  ServerContext& context_;
  const ShareMode mode_;
  const std::chrono::milliseconds stuck_;
  const std::size_t most_clients_;
  PollSet polls_;
  ClientEntry entry_;
  std::shared_ptr<SampleStream> stream_;
  std::map<int, Client> clients_;  // by their sockets
  RemoteTuning tuning_;
  std::jthread thread_;
};

}  // namespace spectrumd

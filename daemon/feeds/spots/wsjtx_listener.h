// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <map>
#include <string>
#include <thread>

#include "daemon/config/listen_address.h"
#include "daemon/feeds/feed_state.h"
#include "daemon/feeds/spots/wsjtx_message.h"
#include "daemon/server/feed_list.h"
#include "daemon/server/sockets/poll_set.h"
#include "daemon/server/spot_list.h"

namespace spectrumd {

// Listens for what WSJT-X and its like have decoded, by UDP, and flags each station at the frequency of its signal. On
// its own thread from construction to destruction.
class WsjtxListener {
 public:
  WsjtxListener(const std::string& address, SpotList& spots, FeedList& feeds);  // ADDRESS:PORT; throws ServerError
  ~WsjtxListener();

  ListenAddress address() const;  // with the actual port

 private:
  void join();
  void receive();
  void note(const WsjtxStatus& status);
  void note(const WsjtxDecode& decode);
  void note(const WsprDecode& decode);

  const ListenAddress listen_;
  SpotList& spots_;
  const int socket_;
  FeedState state_{"wsjtx", {"listening", ""}};
  std::chrono::steady_clock::time_point next_join_;  // of its group
  std::map<std::string, std::uint64_t> dials_;       // of the programs, by their ids
  std::atomic<std::uint64_t> messages_ = 0;
  PollSet polls_;
  FeedList::Entry entry_;
  std::jthread thread_;
};

}  // namespace spectrumd

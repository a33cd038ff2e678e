// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <thread>

#include "daemon/config/host_port.h"
#include "daemon/feeds/feed_state.h"
#include "daemon/server/feed_list.h"
#include "daemon/server/spot_list.h"

namespace spectrumd {

// A DX cluster, by telnet: logs in with the callsign, and flags what it spots. Reconnects for as long as it lives, less
// and less often. On its own thread; construction does not wait for it, destruction for a connection attempt at most.
class ClusterClient {
 public:
  struct Plan {
    HostPort server;
    std::string callsign;
    std::chrono::milliseconds retry = std::chrono::seconds(10);      // at first; up to thirty times that
    std::chrono::milliseconds keep_alive = std::chrono::minutes(4);  // clusters disconnect who says nothing for longer
  };

  ClusterClient(Plan plan, SpotList& spots, FeedList& feeds);

 private:
  void run(const std::stop_token& stop);
  void converse(const std::stop_token& stop);
  void read(std::string_view bytes, const std::function<void(std::string_view)>& send);
  void read_line(std::string_view line);
  FeedStatus status() const;

  const Plan plan_;
  SpotList& spots_;
  std::string unread_;  // a line without its end
  bool logged_in_ = false;
  FeedState state_{"dxcluster", {"connecting", ""}};
  std::atomic<std::uint64_t> spotted_ = 0;
  FeedList::Entry entry_;
  std::jthread thread_;
};

}  // namespace spectrumd

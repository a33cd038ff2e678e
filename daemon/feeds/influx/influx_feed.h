// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <string>
#include <thread>

#include "daemon/config/influx_server.h"
#include "daemon/config/settings.h"
#include "daemon/feeds/feed_state.h"
#include "daemon/feeds/influx/point_queue.h"
#include "daemon/server/feed_list.h"
#include "daemon/watch/notify/web_client.h"

namespace spectrumd {

struct ServerContext;

// Writes the figures of the daemon to an InfluxDB, or to what takes its line protocol, every few seconds. While that is
// away they wait, at most kMostWaiting of them. On its own thread; destruction waits for nothing.
class InfluxFeed {
 public:
  static constexpr std::size_t kMostWaiting = 4 << 20;  // bytes: more than an hour of them every ten seconds

  struct Plan {
    InfluxServer server;
    std::string token;
    std::chrono::milliseconds period;
  };

  InfluxFeed(Plan plan, ServerContext& context);

 private:
  using Clock = std::chrono::steady_clock;

  void run(const std::stop_token& stop);
  void deliver(const std::stop_token& stop);
  WebRequest request_for(const std::string& lines) const;
  FeedStatus status() const;

  ServerContext& context_;
  const Plan plan_;
  const std::string url_;
  FeedState state_{"influx", {"connecting", ""}};
  WebClient client_;
  PointQueue queue_{kMostWaiting};
  Clock::time_point again_{};  // after a failure
  int failures_ = 0;           // in a row
  std::atomic<std::uint64_t> delivered_ = 0, lost_ = 0;
  FeedList::Entry entry_;
  std::jthread thread_;
};

}  // namespace spectrumd

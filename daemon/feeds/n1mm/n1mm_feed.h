// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <string>
#include <thread>

#include "daemon/config/settings.h"
#include "daemon/feeds/feed_state.h"
#include "daemon/server/feed_list.h"

namespace spectrumd {

struct ServerContext;

// Sends traces to the spectrum display of N1MM+ by UDP, four a second, on its own thread from construction to
// destruction. A name that cannot be found is looked up again. Nothing waits for it.
class N1mmFeed {
 public:
  N1mmFeed(const FeedSettings& settings, ServerContext& context);

 private:
  void run(const std::stop_token& stop);
  bool send(int socket, const std::string& trace);
  FeedStatus status() const;

  ServerContext& context_;
  const FeedSettings settings_;
  FeedState state_{"n1mm", {"waiting", "no row yet"}};
  std::atomic<std::uint64_t> sent_ = 0;
  std::chrono::steady_clock::time_point refused_{};  // used by the thread
  FeedList::Entry entry_;
  std::jthread thread_;
};

}  // namespace spectrumd

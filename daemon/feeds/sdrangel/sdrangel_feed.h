// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>

#include "daemon/config/settings.h"
#include "daemon/feeds/newest_blocks.h"
#include "daemon/feeds/websocket_feed.h"
#include "daemon/server/feed_list.h"

namespace spectrumd {

struct ServerContext;

// Serves the spectrum as SDRangel does: a WebSocket at any path, one message for each row, the same for all clients.
class SdrangelFeed {
 public:
  SdrangelFeed(const FeedSettings& settings, ServerContext& context);  // throws ServerError

  std::uint16_t port() const { return server_.address().port; }

 private:
  class Talk;

  std::unique_ptr<WebSocketTalk> welcome();
  std::chrono::milliseconds work();
  void add(const Row& row);
  FeedStatus status() const;

  ServerContext& context_;
  NewestBlocks spectra_;  // this and what follows: on the thread of the server
  std::uint64_t last_row_ = 0;
  std::chrono::steady_clock::time_point sent_ = std::chrono::steady_clock::now();
  std::atomic<std::uint64_t> messages_ = 0;
  WebSocketFeed server_;
  FeedList::Entry entry_;
};

}  // namespace spectrumd

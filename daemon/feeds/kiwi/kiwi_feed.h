// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <string>

#include "daemon/config/settings.h"
#include "daemon/feeds/kiwi/kiwi_session.h"
#include "daemon/feeds/websocket_feed.h"
#include "daemon/server/feed_list.h"

namespace spectrumd {

struct ServerContext;

// Serves the waterfall as a KiwiSDR does, so that kiwirecorder and programs like it record it.
class KiwiFeed {
 public:
  KiwiFeed(const FeedSettings& settings, ServerContext& context);  // throws ServerError

  std::uint16_t port() const { return server_.address().port; }

 private:
  WebSocketFeed::Welcome receive(const RequestHead& head);
  KiwiSession::Terms terms() const;
  std::string status_page() const;
  FeedStatus status() const;

  ServerContext& context_;
  std::atomic<std::uint64_t> messages_ = 0;
  WebSocketFeed server_;
  FeedList::Entry entry_;
};

// Whether a path is that of a waterfall: "/1795352403/W/F", in browsers "/ws/kiwi/1795352403/W/F" or without "/ws".
bool is_kiwi_waterfall(std::string_view path);

}  // namespace spectrumd

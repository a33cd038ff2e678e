// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <string>
#include <thread>

#include "daemon/config/spot_source.h"
#include "daemon/feeds/feed_state.h"
#include "daemon/feeds/spots/spot_page.h"
#include "daemon/server/feed_list.h"
#include "daemon/server/spot_list.h"
#include "daemon/watch/notify/web_client.h"

namespace spectrumd {

// Flags the stations of a page of spots: of a URL, which is fetched no more often than its network likes, or of a file,
// which is read again when it changes. On its own thread; destruction waits for a file at most.
class SpotPoller {
 public:
  struct Plan {
    SpotSource source;                                           // a URL or a file
    std::chrono::milliseconds second = std::chrono::seconds(1);  // in tests it may be shorter
  };

  SpotPoller(Plan plan, SpotList& spots, FeedList& feeds);

 private:
  void run(const std::stop_token& stop);
  void poll_url(const std::stop_token& stop);
  void poll_file();
  bool take(std::string_view text);
  bool is_file() const { return plan_.source.kind == SpotSource::Kind::File; }
  std::chrono::milliseconds period() const;
  void place_all();
  FeedStatus status() const;

  const Plan plan_;
  SpotList& spots_;
  FeedState state_{"spots", {"connecting", ""}};
  WebClient client_;
  std::string etag_, last_modified_;
  std::string seen_;  // of the file: when it was changed, and its size
  int failures_ = 0;  // in a row
  SpotPage page_;
  std::atomic<std::uint64_t> reported_ = 0;  // in pages that were new
  FeedList::Entry entry_;
  std::jthread thread_;
};

}  // namespace spectrumd

// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>

#include "daemon/pipeline/row_merger.h"
#include "daemon/server/api/api.h"
#include "daemon/server/websocket/row_cache.h"

namespace spectrumd {

// What one client of api/v1/events is told: events, a status each second, and rows if it wants them. It is asked when
// the client has taken what it was given before; one that is late skips rows. One thread.
class EventFeed {
 public:
  using Clock = std::chrono::steady_clock;

  struct RowWish {
    View view;
    std::optional<Detector> detector;  // otherwise the configured one
    std::optional<double> rate;        // rows a second at most; otherwise all of them
  };

  EventFeed(ServerContext& context, std::optional<RowWish> rows, std::uint64_t last_event);
  ~EventFeed();
  EventFeed(const EventFeed&) = delete;
  EventFeed& operator=(const EventFeed&) = delete;

  std::string next(Clock::time_point now = Clock::now());  // text/event-stream; empty while there is nothing
  Clock::time_point due() const { return next_status_; }   // there will be something then, if not earlier

 private:
  std::string greeting();
  std::string events();
  std::string status(Clock::time_point now);
  std::string rows();
  void skip_if_late();
  std::string row(const Row& row);
  std::string say(const Row& row, const View& view);
  bool is_complete(const Row& row);

  ServerContext& context_;
  std::optional<RowWish> wish_;
  std::uint64_t last_event_;
  std::uint64_t last_row_ = 0;
  bool greeted_ = false;
  Clock::time_point next_status_;
  RowCache seen_{0};
  RowMerger merger_;
  Time next_row_;      // when a merged row is complete
  double rbw_hz_ = 0;  // of the rows that are merged, whatever is left of their bins
};

}  // namespace spectrumd

// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>

#include "daemon/channels/zoom/joined_zoom.h"
#include "daemon/server/memory_budget.h"
#include "daemon/server/rows/event_rows.h"

namespace spectrumd {

// The "row" events of one client whose view is finer than the rows of the band: see ZoomFeed for WebSockets. One
// thread.
class ZoomedEvents {
 public:
  using Clock = std::chrono::steady_clock;

  explicit ZoomedEvents(const EventRowRequest& request) : request_(request) {}

  // Opens and closes the channel as radio and limits have it; looks ten times a second at most.
  void follow(ZoomBook& book, const Receiver& receiver, const EventRowSource& band);

  // Whether there are fine rows about the time of this one, so that the client needs none of the band.
  bool covers(const Row& newest) const { return zoom_.covers(request_.view, newest); }
  SharedText next() { return rows_ ? rows_->next(cursor_) : nullptr; }

 private:
  const EventRowRequest request_;
  Clock::time_point next_look_;
  JoinedZoom zoom_;
  std::unique_ptr<RowChannel> rows_;  // of the zoom
  std::uint64_t cursor_ = 0;
};

}  // namespace spectrumd

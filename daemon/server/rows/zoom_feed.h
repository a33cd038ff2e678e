// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <memory>
#include <optional>
#include <string>

#include "daemon/channels/zoom/joined_zoom.h"
#include "daemon/server/rows/row_feed.h"

namespace spectrumd {

// What a client hears of its zoomed view.
struct ZoomFacts {
  double rbw_hz = 0, window_seconds = 0;  // of its rows
  std::string reason;                     // why they are no finer than those of the band; empty: they are

  friend bool operator==(const ZoomFacts&, const ZoomFacts&) = default;
};

// The rows of a view that is finer than those of the band: a separate channel where the radio and the processor allow
// one, shared with like views. One thread.
class ZoomFeed {
 public:
  using Clock = std::chrono::steady_clock;

  // Another request. The channel follows once the view has held still for a moment.
  void change(const RowRequest& request);

  // Opens and closes the channel as view, radio and limits have it. True if facts() says something else than before. To
  // be called now and then.
  bool follow(ZoomBook& book, const ReceiverStatus& status);

  // nullopt: a view that the rows of the band serve.
  const std::optional<ZoomFacts>& facts() const { return facts_; }

  // Whether there are fine rows about the time of this one, so that the client needs none of the band.
  bool covers(const Row& newest) const;
  std::optional<RowFeed::Next> next(const LiveRows& band);

 private:
  struct Joined;

  std::optional<ZoomFacts> facts_now() const;

  RowRequest request_;
  Clock::time_point changed_ = Clock::now();
  JoinedZoom zoom_;
  std::optional<ZoomFacts> facts_;
  std::shared_ptr<Joined> joined_;
};

}  // namespace spectrumd

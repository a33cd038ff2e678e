// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>

#include "daemon/channels/zoom/joined_zoom.h"
#include "daemon/pipeline/view.h"

namespace spectrumd {

struct ServerContext;

// The newest row for a view that may be finer than the rows of the band: of a zoom, where radio and processor permit
// one, shared with the pages that show the same. One thread.
class FineRows {
 public:
  using Clock = std::chrono::steady_clock;

  explicit FineRows(ServerContext& context) : context_(context) {}

  void show(const Span& span, std::size_t bins, Clock::time_point now = Clock::now());
  void follow(Clock::time_point now = Clock::now());  // to be called often
  RowPtr latest() const;                              // null before the first

 private:
  ServerContext& context_;
  View view_;
  Clock::time_point look_at_{};
  JoinedZoom zoom_;
};

}  // namespace spectrumd

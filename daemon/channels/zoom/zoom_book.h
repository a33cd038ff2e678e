// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "daemon/channels/channel_hub.h"
#include "daemon/channels/zoom/zoom_plan.h"
#include "daemon/channels/zoom/zoom_rows.h"

namespace spectrumd {

// The rows of one plan, made as long as one viewer holds this.
class Zoom {
 public:
  Zoom(ChannelHub& hub, const ZoomPlan& plan);  // throws ChannelRefused

  const ZoomPlan& plan() const { return plan_; }
  const History& rows() const { return rows_->rows(); }
  double processor_seconds() const { return rows_->processor_seconds(); }

  // No row follows: the processor has no time for it. Any thread, as all of this.
  void end(const std::string& reason);
  std::string ended_because() const;  // empty: it lasts

 private:
  const ZoomPlan plan_;
  std::shared_ptr<ZoomRows> rows_;
  mutable std::mutex mutex_;  // guards what follows
  std::unique_ptr<ChannelHub::Ticket> ticket_;
  std::string ended_because_;
};

// Whether its rows have come as far as this one of the band.
bool up_to_date(const Zoom& zoom, const RowFacts& newest);

// What all zoomed views take together.
struct ZoomLoad {
  std::size_t views = 0;
  double core_share = 0;  // of one core, for their rows, over the last second or so
};

// All zoomed views. Views with the same plan share its rows. Any thread.
class ZoomBook {
 public:
  explicit ZoomBook(ChannelHub& hub) : hub_(hub) {}

  using Clock = std::chrono::steady_clock;

  // Throws ChannelRefused, also if the rows of all views take more than `limit` of a core already. The channel stays
  // open for at least `linger`: for a client that is likely to return.
  std::shared_ptr<Zoom> join(const ZoomPlan& plan, double limit, std::chrono::seconds linger = {});

  // Ends the newest views while all take more than that. To be called now and then.
  void keep_within(double limit);
  ZoomLoad load() const;

 private:
  struct Entry {
    std::weak_ptr<Zoom> zoom;
    std::shared_ptr<Zoom> lingering = {};
    Clock::time_point lingers_until = {};
    double share = 0, seconds = 0;  // of a core; taken up to the last look
  };

  Entry* find(const ZoomPlan& plan);
  double total() const;

  ChannelHub& hub_;
  mutable std::mutex mutex_;    // guards what follows
  std::vector<Entry> entries_;  // oldest first
  Clock::time_point looked_ = Clock::now();
};

}  // namespace spectrumd

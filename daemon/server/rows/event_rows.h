// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "daemon/config/json.h"
#include "daemon/config/settings.h"
#include "daemon/pipeline/history.h"
#include "daemon/pipeline/row_merger.h"
#include "daemon/pipeline/view.h"
#include "daemon/server/memory_budget.h"

namespace spectrumd {

// One server-sent event.
std::string event_text(std::string_view event, const Json& data);

// The rows that a client of api/v1/events requests.
struct EventRowRequest {
  View view;
  std::optional<Detector> detector;  // nullopt: the configured one
  std::optional<double> rate;        // maximum rows per second; nullopt: all rows

  friend bool operator==(const EventRowRequest&, const EventRowRequest&) = default;
};

// Source of the rows, and memory for the events. All of it must outlive the channels.
struct EventRowSource {
  const History& history;
  const std::function<Settings()>& settings;  // those in force
  MemoryBudget& memory;
};

// The "row" events of all clients with the same request: each is made once, when the first of them requests it, and
// cached for a short while. A client that is late, or for whose rows there is no memory, skips some. One thread.
class RowChannel {
 public:
  RowChannel(const EventRowSource& source, const EventRowRequest& request);
  RowChannel(const EventRowSource& source, const EventRowRequest& request, std::uint64_t last_row);  // as far as kept

  const EventRowRequest& request() const { return request_; }

  // Returns the event after `cursor` and advances it; null if there is none yet. Encodes one event at most.
  SharedText next(std::uint64_t& cursor);

 private:
  struct Made {
    std::uint64_t sequence;
    SharedText text;
  };

  SharedText made_after(std::uint64_t& cursor) const;
  RowPtr next_row();
  bool make_from(const Row& row);
  bool is_complete(const Row& row);
  bool make_merged();
  struct Resolution {
    double rbw_hz = 0;
    std::optional<double> window_seconds;  // of zoomed rows
  };
  Resolution resolution_of(const Row& row) const;
  bool make(const Row& row, const View& view, const Resolution& resolution);

  const EventRowSource source_;
  const EventRowRequest request_;
  std::uint64_t late_rows_;  // behind by more than that, it skips to the newest row
  std::uint64_t last_row_ = 0;
  std::deque<Made> made_;  // oldest first
  std::size_t made_bytes_ = 0;
  RowMerger merger_;
  Resolution merged_;  // of the rows being merged, before pooling
  Time next_due_;      // when the merged row is complete
};

// The channels in use. One thread.
class EventRows {
 public:
  std::shared_ptr<RowChannel> join(const EventRowSource& source, const EventRowRequest& request);

 private:
  std::vector<std::weak_ptr<RowChannel>> channels_;
};

}  // namespace spectrumd

// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "daemon/pipeline/history.h"
#include "daemon/pipeline/row_merger.h"
#include "daemon/pipeline/view.h"
#include "daemon/server/rows/row_cache.h"

namespace spectrumd {

// Which rows a WebSocket client gets, and how.
struct RowRequest {
  View view;
  std::optional<std::uint8_t> detectors;  // bits of Detector; without, the configured one, also when that changes
  std::uint8_t bytes_per_level = 1;
  std::optional<double> rate;  // rows a second at most; without, every row
  bool pause = false;
};

// What all feeds work with while the newest row is the same.
struct LiveRows {
  const History& history;
  RowCache& cache;
  RowPtr newest;  // null before the first row
  Detector configured = Detector::Mean;
  double dbm_offset = 0;
};

// The rows of one client: a cursor on the history, and what the client wants of them. Rows come in order and each once,
// except those asked for again. One that is late skips to the newest; one that wants fewer gets them merged.
class RowFeed {
 public:
  struct Next {
    SharedBytes encoded;
    std::size_t skipped = 0;
  };

  explicit RowFeed(const RowPtr& newest);  // which is the first one it gives
  const RowRequest& request() const { return request_; }

  // From now on as requested, beginning with `recent` past rows, which are sent again.
  void change(const RowRequest& request, std::size_t recent, const History& history);
  std::optional<Next> next(const LiveRows& live);  // nothing until there is a new row

 private:
  RowPtr peek(const LiveRows& live) const;
  void take(const Row& row);
  bool every_row(const Row& row) const;
  bool due(const Row& row);
  RowPtr thinned(const Row& row, const LiveRows& live);
  Next send(SharedBytes encoded);
  RowFormat format(const LiveRows& live) const;
  bool from_history() const { return taken_ <= history_until_; }
  void rewind(std::uint64_t sequence);

  RowRequest request_;
  std::uint64_t taken_ = 0;          // sequence of the last row looked at
  std::uint64_t sent_ = 0;           // and of the last row that was sent, alone or merged
  std::uint64_t history_until_ = 0;  // rows up to here go out as history
  std::size_t missed_ = 0;           // rows skipped since the last that was sent
  RowMerger merger_;
  Time due_;  // when the next merged row is complete
};

}  // namespace spectrumd

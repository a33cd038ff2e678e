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

// Detectors that only some rows have besides those requested: for a line, which needs no row each time it is drawn.
struct ExtraDetectors {
  std::uint8_t detectors = 0;  // bits of Detector
  double rate = 1;             // rows with them per second, at most
};

// The rows that a WebSocket client requests, and their format.
struct RowRequest {
  View view;
  std::optional<std::uint8_t> detectors;  // bits of Detector; nullopt: the configured one, also when that changes
  std::optional<ExtraDetectors> extra;
  std::uint8_t bytes_per_level = 1;
  double step_db = 0.5;        // of levels of one byte
  std::optional<double> rate;  // maximum rows per second; nullopt: every row
  bool pause = false;
  bool partial = false;  // also the row in progress of a long sweep
};

// Input shared by all feeds while the newest row and the row in progress are the same.
struct LiveRows {
  const History& history;
  RowCache& cache;
  RowPtr newest;            // null before the first row
  RowPtr in_progress = {};  // of a long sweep; null if there is none
  Detector configured = Detector::Mean;
  double dbm_offset = 0;
};

// The rows of one client: a cursor on the history, and its request. Rows come in order and once each, except those
// requested again. A client that is late or requests a lower rate gets rows merged; rows count as skipped only if the
// history no longer has them. A client that is up to date also gets the row in progress, if it requests that: each time
// that there is more of it, but not more often than it requests rows. One thread.
class RowFeed {
 public:
  struct Next {
    SharedBytes encoded;
    std::size_t skipped = 0;
  };

  explicit RowFeed(const RowPtr& newest);  // the first row it returns
  const RowRequest& request() const { return request_; }

  // Applies a request, beginning with `recent` past rows, which are sent again.
  void change(const RowRequest& request, std::size_t recent, const History& history);
  std::optional<Next> next(const LiveRows& live);  // nullopt until there is a new row
  void skip(const LiveRows& live);                 // the rows so far, which count as received

 private:
  RowPtr peek(const LiveRows& live) const;
  void take(const Row& row);
  bool every_row(const Row& row) const;
  bool due(const Row& row);
  void catch_up(const Row& next, const Row& newest);
  std::optional<Next> unfinished(const LiveRows& live);
  RowPtr thinned(const Row& row, const LiveRows& live);
  Next send(SharedBytes encoded);
  RowFormat format(const LiveRows& live) const;
  RowFormat format(const RowFacts& row, const LiveRows& live);  // with the extra detectors where they are due
  bool extra_due(const RowFacts& row);
  bool from_history() const { return taken_ <= history_until_; }
  void rewind(std::uint64_t sequence);

  RowRequest request_;
  std::uint64_t taken_ = 0;          // sequence of the last row looked at
  std::uint64_t sent_ = 0;           // sequence of the last row sent, alone or merged
  std::uint64_t history_until_ = 0;  // rows up to here are flagged as history
  std::size_t missed_ = 0;           // rows skipped since the last one sent
  RowMerger merger_;
  Time due_;                         // when the next merged row is complete
  Time extra_due_;                   // when a row has the extra detectors again
  std::optional<Time> shown_until_;  // the end of the row in progress, as sent last
  std::uint64_t merge_until_ = 0;    // rows up to here are merged into one, because the client is late
};

}  // namespace spectrumd

// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <mutex>
#include <optional>

#include "daemon/watch/baseline.h"
#include "daemon/watch/book/book.h"
#include "daemon/watch/occupancy.h"

namespace spectrumd {

// Measures the band besides the rules: occupancy, the noise floor of each minute, what is usual at each hour of the
// week. Results wait here until they are written. One thread adds and writes; any thread calls the rest.
class BandMeter {
 public:
  explicit BandMeter(std::function<std::optional<double>()> gain) : gain_(std::move(gain)) {}

  bool add(const RowScan& scan);  // returns whether an hour has ended, whose levels are to be written soon
  void finish();                  // no more rows follow
  void write(Book& book);         // what has been measured since the last time; throws DatabaseError

  void set(const OccupancyPlan& plan);
  std::optional<OccupancyPeriod> period();  // in progress
  std::optional<FloorFacts> floor();        // of the last minute
  std::optional<Band> band();               // of the last row

 private:
  void add_to_minute(const RowScan& scan);
  void end_minute();

  const std::function<std::optional<double>()> gain_;

  std::mutex mutex_;  // guards what follows; not held while the disk is used
  OccupancyMeter occupancy_;
  std::optional<FloorFacts> floor_;
  std::optional<Band> band_;

  // Used by the thread only.
  BaselineMeter baseline_;
  struct EndedHour {
    BaselineMeter::Hour hour;
    std::optional<double> gain;
  };
  std::optional<std::uint32_t> generation_;  // of the last row
  std::optional<double> gain_of_tuning_;     // when it began: the one in use may be the next already
  std::deque<OccupancyPeriod> periods_;
  std::optional<EndedHour> hour_;
  FloorFacts minute_;  // sums, times seconds
  double minute_seconds_ = 0;
  std::deque<FloorFacts> minutes_;
};

}  // namespace spectrumd

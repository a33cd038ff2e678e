// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "daemon/watch/row_scan.h"

namespace spectrumd {

// A share of the samples in which something was used, after ITU-R SM.1880. Samples that follow each other are alike as
// long as a transmission lasts, so they say less than as many independent ones would. What they are worth follows from
// how often the state changed: for a chain of two states with a correlation r from sample to sample, (1 - r) / (1 + r)
// of them.
struct UsedSamples {
  std::uint32_t samples = 0;
  std::uint32_t used = 0;
  std::uint32_t began = 0;  // changes from free to used
  std::uint32_t ended = 0;  // and back
  bool last = false;

  void add(bool is_used);
  double share() const { return samples > 0 ? static_cast<double>(used) / samples : 0; }
  double independent() const;  // samples, at least 1
  // Edges of the interval that holds the true share with 95 %, after Wilson.
  struct Interval {
    double low = 0, high = 1;
  };
  Interval confidence() const;
};

struct ChannelRange {
  std::string name;
  Span range;
  friend bool operator==(const ChannelRange&, const ChannelRange&) = default;
};

// What is measured: the same for all, stated with each result.
struct OccupancyPlan {
  double threshold = 10;  // dB above the floor there
  std::vector<ChannelRange> channels;
  friend bool operator==(const OccupancyPlan&, const OccupancyPlan&) = default;
};
inline constexpr std::size_t kMostChannels = 1000;

// One period of one tuning.
struct OccupancyPeriod {
  static constexpr std::chrono::seconds kLength{900};

  Time begin;
  double seconds = 0;       // of the rows in it
  Hertz center, span;       // of the bins
  std::uint32_t rows = 0;   // samples of each bin
  double sample_time = 0;   // seconds, mean: the duration of a row
  double revisit_time = 0;  // seconds, mean: from row to row
  double threshold = 0;
  struct Channel {
    ChannelRange channel;
    UsedSamples used;     // none where the channel is not received
    double mean = -1000;  // dB, of the strongest level while it was used; -1000 if it never was
    double floor = 0;     // dB, mean
  };
  std::vector<Channel> channels;
  std::vector<std::uint32_t> bins;  // rows in which each was used

  double band_share() const;  // FBO: used bins of all bins, over all rows
};

// Counts how often channels and bins are used, in periods of the clock. One thread.
class OccupancyMeter {
 public:
  void set(OccupancyPlan plan);

  // Returns the period before, once a row begins another, or is of another tuning.
  std::optional<OccupancyPeriod> add(const RowScan& scan);

  const OccupancyPeriod& period() const { return period_; }  // so far
  const OccupancyPlan& plan() const { return plan_; }
  std::optional<OccupancyPeriod> take();  // what there is

 private:
  bool continues(const RowScan& scan) const;
  void begin(const RowScan& scan);
  void count(const RowScan& scan);
  void count(OccupancyPeriod::Channel& channel, const RowScan& scan);

  OccupancyPlan plan_;
  Rule used_ = usual_rule(RuleKind::Above);  // what counts as used
  OccupancyPeriod period_;
  std::vector<double> powers_, floors_;  // sums, of each channel
  Time first_, last_;                    // begin of the first and the last row
};

}  // namespace spectrumd

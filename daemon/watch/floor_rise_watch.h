// SPDX-License-Identifier: MIT
#pragma once

#include <deque>
#include <optional>

#include "daemon/watch/floor.h"
#include "daemon/watch/range_watch.h"

namespace spectrumd {

// The floor of a range against the median of the last day, a value a minute. An alarm does not raise what it is
// compared with.
class FloorRiseWatch : public RangeWatch {
 public:
  using RangeWatch::RangeWatch;
  void look(const RowScan& scan, AlarmChanges& changes) override;
  std::vector<float> memory() const override;  // a value a minute, oldest first
  void recall(std::span<const float> learnt, double age) override;

 protected:
  std::optional<Finding> find(const RowScan& scan) override;
  void forget() override;

 private:
  bool is_learning() const;
  void add_minute(double floor);

  FloorMeter meter_;
  double sum_ = 0, seconds_ = 0;  // of the minute being measured
  double smooth_ = 0;             // floor over the last seconds
  std::size_t rows_ = 0;
  std::deque<double> minutes_;
  double usual_ = 0;  // their median
};

}  // namespace spectrumd

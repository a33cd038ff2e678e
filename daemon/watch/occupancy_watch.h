// SPDX-License-Identifier: MIT
#pragma once

#include <deque>
#include <optional>

#include "daemon/watch/range_watch.h"

namespace spectrumd {

// The share of the time that a range is used, over the last period.
class OccupancyWatch : public RangeWatch {
 public:
  using RangeWatch::RangeWatch;
  std::vector<float> memory() const override;  // seconds of each slot, and those of them in which it was used
  void recall(std::span<const float> learnt, double age) override;

 protected:
  std::optional<Finding> find(const RowScan& scan) override;
  void forget() override { slots_.clear(); }

 private:
  struct Slot {
    double seconds = 0, used = 0;
  };
  Slot all() const;

  std::deque<Slot> slots_;  // sixty for a period
};

}  // namespace spectrumd

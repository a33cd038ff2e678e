// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstddef>
#include <deque>
#include <iterator>
#include <mutex>
#include <vector>

#include "daemon/config/units.h"

namespace spectrumd {

// When a look was requested: rows of then are reported finely, as near an alarm. The last thousand, since the
// start. Any thread.
class LookMoments {
 public:
  void add(Time moment) {
    const std::lock_guard lock(mutex_);
    moments_.push_back(moment);
    if (moments_.size() > kMost) moments_.pop_front();
  }

  std::vector<Time> between(Time since, Time until) const {
    const std::lock_guard lock(mutex_);
    std::vector<Time> found;
    std::ranges::copy_if(moments_, std::back_inserter(found),
                         [&](Time moment) { return moment >= since && moment <= until; });
    return found;
  }

 private:
  static constexpr std::size_t kMost = 1000;
  mutable std::mutex mutex_;
  std::deque<Time> moments_;
};

}  // namespace spectrumd

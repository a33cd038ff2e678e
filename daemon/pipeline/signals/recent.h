// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <deque>
#include <vector>

namespace spectrumd {

// The last values of something, and what is robust about them. One thread.
class Recent {
 public:
  explicit Recent(std::size_t most) : most_(most) {}

  void add(double value) {
    values_.push_back(value);
    if (values_.size() > most_) values_.pop_front();
  }
  void clear() { values_.clear(); }
  std::size_t size() const { return values_.size(); }
  const std::deque<double>& values() const { return values_; }

  // The value that `share` of them do not exceed; there must be one.
  double quantile(double share) const {
    std::vector<double> sorted(values_.begin(), values_.end());
    const auto at = static_cast<std::ptrdiff_t>(std::lround(share * static_cast<double>(sorted.size() - 1)));
    std::nth_element(sorted.begin(), sorted.begin() + at, sorted.end());
    return sorted[static_cast<std::size_t>(at)];
  }

 private:
  std::size_t most_;
  std::deque<double> values_;
};

}  // namespace spectrumd

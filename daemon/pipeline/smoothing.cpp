// SPDX-License-Identifier: MIT
#include "daemon/pipeline/smoothing.h"

#include <algorithm>

namespace spectrumd {

void Smoothing::smooth(std::vector<float>& power) {
  if (most_ <= 1) return;
  if (rows_ == 0 || smoothed_.size() != power.size()) {
    smoothed_ = power;
    rows_ = 1;
    return;
  }
  rows_ = std::min(rows_ + 1, most_);
  const float weight = 1 / static_cast<float>(rows_);
  for (std::size_t bin = 0; bin < power.size(); ++bin) smoothed_[bin] += (power[bin] - smoothed_[bin]) * weight;
  power = smoothed_;
}

}  // namespace spectrumd

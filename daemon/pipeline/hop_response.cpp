// SPDX-License-Identifier: MIT
#include "daemon/pipeline/hop_response.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace spectrumd {
namespace {

constexpr std::size_t kGroups = 64;
constexpr std::size_t kMostSweeps = 16;   // over which an offset is a mean
constexpr float kMostDecibels = 6;        // more than that is not a filter within three quarters of the band
constexpr std::size_t kMiddleShare = 16;  // the groups within one part in so many on either side are the middle

// The median, or the lower of the two middle values: signals only add.
template <class Value>
Value lower_median(std::vector<Value>& values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>((values.size() - 1) / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

}  // namespace

HopResponse::HopResponse(std::size_t hops, std::size_t bins)
    : group_bins_((bins + kGroups - 1) / kGroups),
      groups_((bins + group_bins_ - 1) / group_bins_),
      hops_(hops, {.offsets = std::vector<float>(groups_)}),
      gains_(bins, 1.0F) {}

// A carrier is a few bins of a group, so the median of them is the noise.
float HopResponse::group_level(std::span<const Centibel> levels) {
  sorted_.assign(levels.begin(), levels.end());
  return static_cast<float>(lower_median(sorted_)) / kCentibels;
}

void HopResponse::learn(std::size_t hop, std::span<const Centibel> levels) {
  levels_.clear();
  for (std::size_t first = 0; first < levels.size(); first += group_bins_)
    levels_.push_back(group_level(levels.subspan(first, std::min(group_bins_, levels.size() - first))));
  offsets_ = levels_;
  const float floor = lower_median(offsets_);
  Hop& known = hops_[hop];
  known.sweeps = std::min(known.sweeps + 1, kMostSweeps);
  for (std::size_t group = 0; group < groups_; ++group)
    known.offsets[group] += (levels_[group] - floor - known.offsets[group]) / static_cast<float>(known.sweeps);
}

float HopResponse::common(std::size_t group) {
  offsets_.clear();
  for (const Hop& hop : hops_)
    if (hop.sweeps > 0) offsets_.push_back(hop.offsets[group]);
  return offsets_.empty() ? 0 : lower_median(offsets_);
}

void HopResponse::settle() {
  levels_.clear();
  for (std::size_t group = 0; group < groups_; ++group) levels_.push_back(common(group));
  const std::size_t half = std::max<std::size_t>(1, groups_ / kMiddleShare);
  const auto middle = levels_.begin() + static_cast<std::ptrdiff_t>(groups_ / 2);
  const auto reach = static_cast<std::ptrdiff_t>(half);
  const float zero = std::accumulate(middle - reach, middle + reach, 0.0F) / static_cast<float>(2 * half);
  for (std::size_t bin = 0; bin < gains_.size(); ++bin) {
    // From the middle of one group to that of the next.
    const float along = (static_cast<float>(bin) + 0.5F) / static_cast<float>(group_bins_) - 0.5F;
    const float place = std::clamp(along, 0.0F, static_cast<float>(groups_ - 1));
    const auto below = static_cast<std::size_t>(place);
    const float share = place - static_cast<float>(below);
    const float response = std::lerp(levels_[below], levels_[std::min(below + 1, groups_ - 1)], share) - zero;
    gains_[bin] = std::pow(10.0F, -std::clamp(response, -kMostDecibels, kMostDecibels) / 10);
  }
}

}  // namespace spectrumd

// SPDX-License-Identifier: MIT
#include "gpufft/cuda/groups.h"

#include <algorithm>

namespace gpufft::cuda {
namespace {

constexpr std::size_t kMostGroups = 1024;  // per row, if frames allow: they are joined one after the other

constexpr std::size_t divide_up(std::size_t value, std::size_t by) { return (value + by - 1) / by; }

std::size_t fewest_groups(std::size_t frames, const GroupLimits& limits) {
  return divide_up(frames, limits.most_frames);
}
std::size_t most_groups(std::size_t frames, const GroupLimits& limits) {
  return std::max(fewest_groups(frames, limits), std::min(frames, kMostGroups));
}

}  // namespace

Groups share_out(const RowsShape& shape, const GroupLimits& limits) {
  const std::size_t frames = shape.frames_per_row;
  const std::size_t wanted =
      std::clamp(limits.at_once / shape.rows, fewest_groups(frames, limits), most_groups(frames, limits));
  const std::size_t each = divide_up(frames, wanted), per_row = divide_up(frames, each);
  return {static_cast<unsigned>(shape.rows * per_row), static_cast<unsigned>(per_row), static_cast<unsigned>(frames),
          static_cast<unsigned>(each)};
}

// A row has more groups than necessary only as long as all rows together have no more than the device runs at once.
// Every term grows with rows and frames, so what holds for the largest shape holds for all others.
std::size_t most_groups_to_join(const RowsShape& largest, const GroupLimits& limits) {
  const std::size_t fewest = fewest_groups(largest.frames_per_row, limits);
  const std::size_t by_limit = fewest > 1 ? largest.rows * fewest : 0;
  const std::size_t by_device = std::min(limits.at_once, largest.rows * most_groups(largest.frames_per_row, limits));
  const bool joins = by_limit > 0 || (largest.frames_per_row > 1 && limits.at_once > 1);
  return joins ? std::max(by_limit, by_device) : 0;
}

}  // namespace gpufft::cuda

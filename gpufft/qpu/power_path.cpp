// SPDX-License-Identifier: MIT
#include "gpufft/qpu/power_path.h"

#include <algorithm>

#include "gpufft/qpu/fused_path.h"
#include "gpufft/qpu/plain_path.h"

namespace gpufft::qpu {
namespace {

constexpr std::size_t kPointsAtOnce = 1 << 16;  // half a megabyte; the cost of a launch is small compared with them
constexpr std::size_t kFramesAtOnce = 256;      // their powers add up without losing digits

}  // namespace

std::vector<std::size_t> frames_together(std::size_t bins) {
  std::vector<std::size_t> counts;
  const std::size_t most = std::clamp<std::size_t>(kPointsAtOnce / bins, 1, kFramesAtOnce);
  for (std::size_t count = most; count > 1; count /= 2) counts.push_back(count);
  counts.push_back(1);
  return counts;
}

std::unique_ptr<PowerPath> plan_power_path(std::shared_ptr<QpuDevice> device, const SpectrumRequest& request) {
  if (FusedPath::supports(request)) return std::make_unique<FusedPath>(std::move(device), request);
  return std::make_unique<PlainPath>(std::move(device), request);
}

std::size_t memory_of_power_path(const SpectrumRequest& request) {
  return (FusedPath::supports(request) ? FusedPath::programs_for(request) : PlainPath::programs_for(request)).bytes();
}

}  // namespace gpufft::qpu

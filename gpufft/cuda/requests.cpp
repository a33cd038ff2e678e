// SPDX-License-Identifier: MIT
#include "gpufft/cuda/requests.h"

#include <bit>
#include <string>

#include "gpufft/cuda/points_plan.h"
#include "gpufft/requests.h"

namespace gpufft::cuda {
namespace {

std::size_t longest_like(std::size_t length) { return std::has_single_bit(length) ? kLongest : kLongestOther; }

}  // namespace

void check(const FftRequest& request) {
  check_request(request, "cuda", longest_like(request.length));
  constexpr std::size_t kMostPoints = std::size_t{1} << 36;  // 512 GiB
  if (request.batch <= kMostPoints / request.length / request.rows) return;
  throw PlanError("a batch of " + std::to_string(request.batch) + " transforms of " + std::to_string(request.length) +
                  " points: more than a device's memory");
}

void check(const SpectrumRequest& request) { check_request(request, "cuda", longest_like(request.bins)); }

}  // namespace gpufft::cuda

// SPDX-License-Identifier: MIT
#include "gpufft/program/plan/cuda_plan.h"

#include <bit>

#include "gpufft/backend.h"
#include "gpufft/cuda/tuner.h"

namespace gpufft::program {

std::string measure_cuda_paths(std::size_t length, const std::function<void(const CudaPath&)>& report) {
  if (const auto reason = backend_named("cuda").why_unavailable())
    throw PlanError("backend cuda is not available: " + *reason);
  if (!std::has_single_bit(length) || cuda::recipes(length).empty())
    throw PlanError(std::to_string(length) + " points: there is only one way for lengths that are not powers of two");
  for (const auto work : {cuda::Work::Points, cuda::Work::Mean, cuda::Work::Power}) {
    const auto timings = cuda::measure(work, length);
    for (const auto& [recipe, seconds] : timings) report({cuda::to_string(work), recipe, 1e3 * seconds});
    cuda::wisdom().learn(key_of(cuda::to_string(work), length), timings.front().recipe);
  }
  return cuda::wisdom().save().string();
}

}  // namespace gpufft::program

// SPDX-License-Identifier: MIT
#include "gpufft/program/plan/cuda_plan.h"

#include <array>
#include <bit>

#include "gpufft/backend.h"
#include "gpufft/cuda/tuner.h"

namespace gpufft::program {

std::string measure_cuda_paths(std::size_t length, const ReportPath& report) {
  if (const auto reason = backend_named("cuda").why_unavailable())
    throw PlanError("backend cuda is not available: " + *reason);
  if (!std::has_single_bit(length) || cuda::recipes(length).empty())
    throw PlanError(std::to_string(length) + " points: there is only one way for lengths that are not powers of two");
  tune(cuda::wisdom(), std::array{cuda::Work::Points, cuda::Work::Mean, cuda::Work::Power}, length, cuda::measure,
       [&](cuda::Work work, const Timing& timing) {
         report({cuda::to_string(work), timing.recipe, 1e3 * timing.seconds});
       });
  return cuda::wisdom().save().string();
}

}  // namespace gpufft::program

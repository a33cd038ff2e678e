// SPDX-License-Identifier: MIT
#include "gpufft/program/plan/cuda_plan.h"

#include <array>

#include "gpufft/backend.h"
#include "gpufft/cuda/tuner.h"

namespace gpufft::program {

std::string measure_cuda_paths(std::size_t length, std::size_t few, const ReportPath& report) {
  if (const auto reason = backend_named("cuda").why_unavailable())
    throw PlanError("backend cuda is not available: " + *reason);
  if (cuda::recipes(cuda::Work::Points, length).empty())
    throw PlanError(std::to_string(length) + " points: there is only one way for this length");
  using cuda::Work;
  tune(
      cuda::wisdom(), std::array{Work::Points, Work::Few, Work::Mean, Work::Power}, length,
      [few](Work work, std::size_t points) { return cuda::measure(work, points, few); },
      [&](Work work, const Timing& timing) {
        report({cuda::to_string(work), timing.recipe, 1e3 * timing.seconds});
      });
  return cuda::wisdom().save().string();
}

}  // namespace gpufft::program

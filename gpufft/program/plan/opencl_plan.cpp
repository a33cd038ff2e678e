// SPDX-License-Identifier: MIT
#include "gpufft/program/plan/opencl_plan.h"

#include <array>

#include "gpufft/opencl/backend.h"
#include "gpufft/opencl/tuner.h"

namespace gpufft::program {
namespace {

using opencl::StepShape;

std::shared_ptr<const opencl::Device> device_of(const std::string& backend) {
  return dynamic_cast<const opencl::OpenClBackend&>(*choose_backend(backend).backend).device();
}

OpenClPath path_of(const opencl::Device& device, std::string name, const std::vector<StepShape>& steps) {
  OpenClPath path{std::move(name), {}, 0, 1e3 * opencl::seconds_of(device, opencl::Work::Points, steps)};
  for (const StepShape& step : steps) {
    path.steps.push_back(step.radices);
    path.cost += cost_of(step.radices, opencl::modelled_cost(step.length));
  }
  return path;
}

}  // namespace

std::vector<OpenClPath> opencl_paths(const std::string& backend, std::size_t length) {
  const auto device = device_of(backend);
  auto steps = opencl::best_steps(*device, opencl::Work::Points, length);
  if (steps.empty())
    throw PlanError(std::to_string(length) +
                    " points have a prime factor over 13: they are done by Bluestein's algorithm");
  std::vector<OpenClPath> paths{path_of(*device, "best", steps)};
  for (StepShape& step : steps) step = opencl::by_primes(step);
  if (length > 1) paths.push_back(path_of(*device, "primes only", steps));
  return paths;
}

std::string measure_opencl_paths(const std::string& backend, std::size_t length, const ReportPath& report) {
  constexpr std::size_t kShown = 5;
  const auto device = device_of(backend);
  auto& wisdom = opencl::wisdom_of(device->facts());
  const auto fastest = [&](opencl::Work work, std::size_t points) {
    auto timings = opencl::measure(*device, work, points);
    if (timings.size() > kShown) timings.resize(kShown);
    return timings;
  };
  tune(wisdom, std::array{opencl::Work::Points, opencl::Work::Power}, length, fastest,
       [&](opencl::Work work, const Timing& timing) {
         report({opencl::to_string(work), timing.recipe, 1e3 * timing.seconds});
       });
  return wisdom.save();
}

}  // namespace gpufft::program

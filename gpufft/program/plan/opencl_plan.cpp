// SPDX-License-Identifier: MIT
#include "gpufft/program/plan/opencl_plan.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <complex>
#include <utility>

#include "gpufft/opencl/backend.h"
#include "gpufft/opencl/errors.h"
#include "gpufft/opencl/pass.h"

namespace gpufft::program {
namespace {

using opencl::PassShape;

std::vector<std::size_t> prime_factors(std::size_t number) {
  std::vector<std::size_t> factors;
  for (std::size_t factor = 2; number > 1; factor += number % factor == 0 ? 0 : 1) {
    if (number % factor != 0) continue;
    factors.push_back(factor);
    number /= factor;
  }
  return factors;
}

// The least of some times: what disturbs only adds.
double milliseconds_of(const opencl::Device& device, const std::vector<PassShape>& steps, std::size_t batch) {
  const auto queue = device.queue();
  const std::size_t bytes = steps.front().points * batch * sizeof(std::complex<float>);
  const std::array buffers{device.buffer(std::vector<float>(bytes / sizeof(float))), device.buffer(bytes)};
  std::vector<opencl::Pass> passes;
  for (const PassShape& step : steps) passes.emplace_back(device, step, opencl::PassEnds{});
  double least = 1e300;
  for (int round = 0; round < 8; ++round) {
    const auto start = std::chrono::steady_clock::now();
    cl_mem from = buffers[0].get(), to = buffers[1].get();
    for (auto& pass : passes) {
      pass.enqueue(queue.get(), from, to, batch, false);
      std::swap(from, to);
    }
    opencl::check(clFinish(queue.get()), "a transform");
    const std::chrono::duration<double, std::milli> took = std::chrono::steady_clock::now() - start;
    if (round > 0) least = std::min(least, took.count());  // some drivers compile when a kernel first runs
  }
  return least;
}

OpenClPath path_of(const opencl::Device& device, std::string name, const std::vector<PassShape>& steps) {
  constexpr std::size_t kPoints = std::size_t{1} << 20;
  OpenClPath path{std::move(name), {}, 0, 0};
  for (const PassShape& step : steps) {
    path.steps.push_back(step.radices);
    path.cost += cpu::cost_of(step.radices, opencl::modelled_cost(step.length));
  }
  path.milliseconds = milliseconds_of(device, steps, std::max<std::size_t>(1, kPoints / steps.front().points));
  return path;
}

}  // namespace

std::vector<OpenClPath> opencl_paths(const std::string& backend, std::size_t length) {
  const auto device = dynamic_cast<const opencl::OpenClBackend&>(*choose_backend(backend).backend).device();
  auto steps = opencl::plan_steps(length, 1, device->limits());
  if (steps.empty())
    throw PlanError(std::to_string(length) + " points have a prime factor over 7: they are done by Bluestein's way");
  std::vector<OpenClPath> paths{path_of(*device, "best", steps)};
  for (PassShape& step : steps) step.radices = prime_factors(step.length);
  if (length > 1) paths.push_back(path_of(*device, "primes only", steps));
  return paths;
}

}  // namespace gpufft::program

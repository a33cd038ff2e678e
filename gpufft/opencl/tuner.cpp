// SPDX-License-Identifier: MIT
#include "gpufft/opencl/tuner.h"

#include <algorithm>
#include <cmath>
#include <complex>
#include <limits>
#include <map>
#include <utility>

#include "gpufft/backend.h"
#include "gpufft/opencl/errors.h"
#include "gpufft/opencl/power_path.h"
#include "gpufft/opencl/stage.h"
#include "gpufft/planning/stopwatch.h"

namespace gpufft::opencl {
namespace {

constexpr std::size_t kPointsOnGpu = std::size_t{1} << 24;        // in a batch: more than its cache holds
constexpr std::size_t kPointsOnProcessor = std::size_t{1} << 16;  // as in a row of the daemon
constexpr std::size_t kFramesPerRow = 8;
constexpr std::size_t kPaths = 4;  // cheapest ones, by the costs of their passes, that are timed as a whole
constexpr double kNever = std::numeric_limits<double>::infinity();

using Radices = std::vector<std::size_t>;

Radices primes_of(std::size_t number) {
  Radices primes;
  for (std::size_t prime = 2; number > 1; prime += number % prime == 0 ? 0 : 1) {
    if (number % prime != 0) continue;
    primes.push_back(prime);
    number /= prime;
  }
  return primes;
}

Radices joined(Radices front, const Radices& middle, const Radices& back) {
  front.insert(front.end(), middle.begin(), middle.end());
  front.insert(front.end(), back.begin(), back.end());
  return front;
}

// Memory for a batch of either work.
class TrialBatch {
 public:
  TrialBatch(const Device& device, Work work, std::size_t length)
      : device_(device),
        work_(work),
        queue_(device.queue()),
        batch_(std::max(kFramesPerRow, (device.facts().processor ? kPointsOnProcessor : kPointsOnGpu) / length)),
        request_{.bins = length, .hop = length},
        window_(length, 1.0F) {
    const std::size_t points = batch_ * length * sizeof(std::complex<float>);
    from_ = device.buffer(work == Work::Points ? points : 2 * batch_ * length);
    to_ = device.buffer(work == Work::Points ? points : 3 * batch_ / kFramesPerRow * length * sizeof(float));
    zeros_ = device.buffer(batch_ * sizeof(std::complex<float>));
    for (const Buffer* const buffer : {&from_, &to_, &zeros_}) clear(*buffer);
  }

  // Seconds per batch. A device may refuse a kernel that needs too many of its registers.
  double seconds(const std::vector<StepShape>& steps) {
    try {
      if (work_ == Work::Points) {
        Stages stages = stages_of(device_, steps, Direction::Forward);
        return least_seconds([&] { stages.enqueue(queue_.get(), from_.get(), to_.get(), batch_); });
      }
      const auto path = plan_power_path(device_, request_, window_, batch_, steps);
      return least_seconds([&] {
        path->enqueue(queue_.get(), {from_.get(), zeros_.get(), batch_, kFramesPerRow}, to_.get());
      });
    } catch (const DeviceError&) {
      return kNever;
    }
  }

 private:
  // The previous contents may be NaNs or denormals, which take longer.
  void clear(const Buffer& buffer) {
    const float nothing = 0;
    std::size_t bytes = 0;
    check(clGetMemObjectInfo(buffer.get(), CL_MEM_SIZE, sizeof bytes, &bytes, nullptr), "the size of a buffer");
    check(clEnqueueFillBuffer(queue_.get(), buffer.get(), &nothing, sizeof nothing, 0, bytes / sizeof nothing * 4, 0,
                              nullptr, nullptr),
          "clearing a buffer");
  }

  template <typename Enqueue>
  double least_seconds(const Enqueue& enqueue) {
    constexpr std::size_t kRounds = 11;
    const auto run = [&] {
      enqueue();
      check(clFinish(queue_.get()), "a transform");
    };
    run();  // some drivers compile when a kernel first runs
    return gpufft::least_seconds(kRounds, run);
  }

  const Device& device_;
  Work work_;
  Queue queue_;
  std::size_t batch_;
  SpectrumRequest request_;
  std::vector<float> window_;
  Buffer from_, to_, zeros_;
};

// The points left to passes: the first pass of lanes is as wide as they are.
std::size_t points_of(const StepShape& shape) { return shape.lanes > 0 ? shape.length / shape.lanes : shape.length; }

StepShape with_radices(StepShape shape, const Radices& radices) {
  shape.radices = shape.lanes > 0 ? joined({shape.lanes}, radices, {}) : radices;
  return shape;
}

class Tuner {
 public:
  Tuner(const Device& device, Work work, std::size_t length)
      : limits_(device.limits()), trial_(device, work, length), steps_(plan_steps(length, 1, limits_, work)) {
    if (steps_.empty())
      throw PlanError(std::to_string(length) +
                      " points have a prime factor over 7: they are done by Bluestein's algorithm");
  }

  std::vector<Timing> run() {
    for (std::size_t index = 0; index < steps_.size(); ++index) {
      time(index, steps_[index]);
      for (const auto& path : cheapest_paths(index)) time(index, with_path(steps_[index], path));
      steps_ = fastest_;
      for (const StepShape& shape : sizes_of(steps_[index])) time(index, shape);
      steps_ = fastest_;
    }
    return timings_.fastest_first();
  }

 private:
  double time(std::size_t index, const StepShape& shape) {
    const auto fit = fitted(shape, limits_);
    if (!fit) return kNever;
    auto steps = steps_;
    steps[index] = *fit;
    const double seconds = timings_.of(recipe_of(steps), [&] { return trial_.seconds(steps); });
    if (fastest_.empty() || seconds < fastest_seconds_) {
      fastest_seconds_ = seconds;
      fastest_ = std::move(steps);
    }
    return seconds;
  }

  // With as many work-items as the largest radix can use.
  static StepShape with_path(const StepShape& shape, const Radices& path) {
    StepShape made = with_radices(shape, path);
    if (made.lanes == 0) made.items = made.length / *std::ranges::max_element(path);
    return made;
  }

  std::vector<Radices> cheapest_paths(std::size_t index) {
    const std::size_t points = points_of(steps_[index]);
    auto routes = cheapest_routes(points, measured_costs(index), kPaths);
    std::erase_if(routes, [](const Route& route) { return std::isinf(route.cost) || route.radices.empty(); });
    std::vector<Radices> paths;
    for (const Route& route : routes) paths.push_back(route.radices);
    return paths;
  }

  // The cost of a radix at its place: that of the primes it stands for, corrected by how much slower or faster it makes
  // the kernel.
  StepCost measured_costs(std::size_t index) {
    const StepShape shape = steps_[index];
    const std::size_t points = points_of(shape);
    const auto seconds = [&](const Radices& radices) { return time(index, with_radices(shape, radices)); };
    const double whole = time(index, by_primes(shape)), levels = std::log2(static_cast<double>(points));
    std::map<std::pair<std::size_t, std::size_t>, double> costs;
    for (std::size_t before = 1; before < points; ++before) {
      for (const std::size_t radix : kRadices) {
        if (points % (before * radix) != 0 || radix == 15) continue;  // no butterfly for it
        const std::size_t part = points / (before * radix);
        const Radices front = primes_of(before), back = primes_of(part);
        const double gain = seconds(joined(front, {radix}, back)) - seconds(joined(front, primes_of(radix), back));
        const double share = whole * std::log2(static_cast<double>(radix)) / levels;
        costs[{radix, part}] = std::isfinite(gain) ? std::max(share + gain, 1e-3 * share) : kNever;
      }
    }
    return [costs = std::move(costs)](std::size_t radix, std::size_t part) {
      const auto known = costs.find({radix, part});
      return known == costs.end() ? kNever : known->second;
    };
  }

  // The same path in work-groups of other sizes, or with narrower vectors.
  std::vector<StepShape> sizes_of(const StepShape& shape) const {
    std::vector<StepShape> shapes;
    for (const std::size_t quarters : {1, 2, 8, 16}) {
      StepShape wider = shape;
      wider.columns_together = std::max<std::size_t>(1, shape.columns_together * quarters / 4);
      shapes.push_back(wider);
      StepShape busier = shape;
      busier.items = std::max<std::size_t>(1, shape.items * quarters / 4);
      if (shape.lanes == 0 && busier.items <= shape.length / 2) shapes.push_back(busier);
    }
    if (shape.lanes > 4) {
      StepShape narrower = shape;
      narrower.lanes /= 2;
      const auto routes = cheapest_routes(points_of(narrower), modelled_cost(points_of(narrower)));
      if (!routes.empty()) shapes.push_back(with_radices(narrower, routes.front().radices));
    }
    return shapes;
  }

  const Limits& limits_;
  TrialBatch trial_;
  std::vector<StepShape> steps_;  // those being varied
  std::vector<StepShape> fastest_;
  double fastest_seconds_ = kNever;
  Timings timings_;
};

}  // namespace

StepShape by_primes(const StepShape& step) { return with_radices(step, primes_of(points_of(step))); }

double seconds_of(const Device& device, Work work, const std::vector<StepShape>& steps) {
  return TrialBatch(device, work, steps.front().points).seconds(steps);
}

std::vector<Timing> measure(const Device& device, Work work, std::size_t length) {
  return Tuner(device, work, length).run();
}

}  // namespace gpufft::opencl

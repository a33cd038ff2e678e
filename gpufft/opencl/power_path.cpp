// SPDX-License-Identifier: MIT
#include "gpufft/opencl/power_path.h"

#include <algorithm>
#include <complex>
#include <utility>

#include "gpufft/opencl/arguments.h"
#include "gpufft/opencl/plain_kernels.h"
#include "gpufft/opencl/tuner.h"

namespace gpufft::opencl {
namespace {

// Adding more powers to a sum one by one would lose digits.
constexpr std::size_t kFramesInSum = 256;
constexpr std::size_t kGroupsForUnit = 4;  // so that a unit usually has one that is not waiting

// Enough chains to keep the device busy with this many work-groups each, and no more, as their rows have to be joined.
std::size_t share(std::size_t frames, std::size_t units, double groups_of_chain) {
  const auto chains = static_cast<std::size_t>(static_cast<double>(units * kGroupsForUnit) / groups_of_chain);
  return std::clamp<std::size_t>(frames / std::max<std::size_t>(chains, 1), 1, kFramesInSum);
}

class Scratch {
 public:
  Scratch(const Device& device, std::size_t bytes) : from_(device.buffer(bytes)), other_(device.buffer(bytes)) {}
  cl_mem from() const { return from_.get(); }
  cl_mem other() const { return other_.get(); }

 private:
  Buffer from_, other_;
};

// The first step decodes and windows samples, the last folds power.
class FusedPath final : public PowerPath {
 public:
  FusedPath(const Device& device, const SpectrumRequest& request, std::span<const float> window, std::size_t most,
            const std::vector<StepShape>& steps)
      : hop_(request.hop),
        units_(device.facts().units),
        window_(device.buffer(window)),
        work_(device, steps.size() > 1 ? most * request.bins * sizeof(std::complex<float>) : 1) {
    for (StepShape step : steps) {
      const StepEnds ends{steps_.empty(), steps_.size() + 1 == steps.size(), request.format};
      if (step.lanes > 0) step.columns_together = 1;  // a chain is enough work for a work-item
      steps_.emplace_back(device, step, ends);
    }
  }

  void enqueue(cl_command_queue queue, const Batch& batch, cl_mem rows) override {
    const Step::Frames frames{window_.get(), batch.zeros, batch.frames, hop_, batch.per_chain};
    cl_mem from = batch.samples, to = work_.from(), next = work_.other();
    for (Step& step : steps_) {
      const bool first = &step == &steps_.front(), last = &step == &steps_.back();
      if (first || last)
        step.enqueue(queue, from, last ? rows : to, frames);
      else
        step.enqueue(queue, from, to, batch.frames, false);
      from = std::exchange(to, next);
      next = from;
    }
  }

  std::size_t frames_per_chain(std::size_t frames) const override {
    const StepShape& last = steps_.back().shape();
    const auto together = static_cast<double>(last.columns_together);
    return share(frames, units_, last.single() ? 1 / together : static_cast<double>(last.columns()) / together);
  }

 private:
  std::size_t hop_, units_;
  Buffer window_;
  Scratch work_;
  std::vector<Step> steps_;
};

// For lengths that passes cannot do: decode, transform, fold.
class PlainPath final : public PowerPath {
 public:
  PlainPath(const Device& device, const SpectrumRequest& request, std::span<const float> window, std::size_t most)
      : bins_(request.bins),
        hop_(static_cast<cl_uint>(request.hop)),
        units_(device.facts().units),
        window_(device.buffer(window)),
        stages_(plan_points(device, request.bins, Direction::Forward)),
        work_(device, most * stages_.item_bytes()),
        decode_(device.kernel(decode_source(request.format), "decode")),
        fold_(device.kernel(plain_source(), "fold_power")) {}

  void enqueue(cl_command_queue queue, const Batch& batch, cl_mem rows) override {
    const auto size = static_cast<cl_uint>(bins_);
    set_arguments(decode_.get(), batch.samples, work_.from(), size, window_.get(), batch.zeros, hop_);
    enqueue_plain(queue, decode_.get(), bins_, batch.frames);
    const cl_mem points = stages_.enqueue(queue, work_.from(), work_.other(), batch.frames);
    set_arguments(fold_.get(), points, rows, size, static_cast<cl_uint>(batch.frames),
                  static_cast<cl_uint>(batch.per_chain));
    enqueue_plain(queue, fold_.get(), bins_, (batch.frames + batch.per_chain - 1) / batch.per_chain);
  }

  std::size_t frames_per_chain(std::size_t frames) const override {
    constexpr double kBinsOfGroup = 64;
    return share(frames, units_, std::max(1.0, static_cast<double>(bins_) / kBinsOfGroup));
  }

 private:
  std::size_t bins_;
  cl_uint hop_;
  std::size_t units_;
  Buffer window_;
  Stages stages_;
  Scratch work_;
  Kernel decode_, fold_;
};

}  // namespace

std::unique_ptr<PowerPath> plan_power_path(const Device& device, const SpectrumRequest& request,
                                           std::span<const float> window, std::size_t most) {
  const auto steps = best_steps(device, Work::Power, request.bins);
  if (steps.empty()) return std::make_unique<PlainPath>(device, request, window, most);
  return plan_power_path(device, request, window, most, steps);
}

std::unique_ptr<PowerPath> plan_power_path(const Device& device, const SpectrumRequest& request,
                                           std::span<const float> window, std::size_t most,
                                           const std::vector<StepShape>& steps) {
  return std::make_unique<FusedPath>(device, request, window, most, steps);
}

}  // namespace gpufft::opencl

// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <vector>

#include "gpufft/opencl/stage.h"
#include "gpufft/opencl/step.h"

namespace gpufft::opencl {

// Turns samples in a device's memory into power there. A chain is a stretch of frames that one work-group folds; its
// row is three times `bins` numbers: sums, maxima and minima, lowest frequency first.
class PowerPath {
 public:
  struct Batch {
    cl_mem samples, zeros;  // zeros: the samples' value at silence for each frame, as a pair of floats
    std::size_t frames, per_chain;
  };

  virtual ~PowerPath() = default;
  // At most as many frames as the path was planned for.
  virtual void enqueue(cl_command_queue queue, const Batch& batch, cl_mem rows) = 0;
  // The best number of frames per chain, for this many frames.
  virtual std::size_t frames_per_chain(std::size_t frames) const = 0;
};

// For batches of at most `most` frames; `window` has all scales folded in. Uses the best steps, or the given ones.
std::unique_ptr<PowerPath> plan_power_path(const Device& device, const SpectrumRequest& request,
                                           std::span<const float> window, std::size_t most);
std::unique_ptr<PowerPath> plan_power_path(const Device& device, const SpectrumRequest& request,
                                           std::span<const float> window, std::size_t most,
                                           const std::vector<StepShape>& steps);

}  // namespace gpufft::opencl

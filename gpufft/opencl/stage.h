// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include "gpufft/fft.h"
#include "gpufft/opencl/device.h"

namespace gpufft::opencl {

// A part of a transform that goes once through the device's memory: a step, a transpose, or an element-wise kernel.
class Stage {
 public:
  virtual ~Stage() = default;
  virtual bool in_place() const { return false; }  // whether results replace the points
  virtual void enqueue(cl_command_queue queue, cl_mem from, cl_mem to,
                       std::size_t count) = 0;  // `from` and `to` differ
};

// A whole transform, between two buffers.
class Stages {
 public:
  void add(std::unique_ptr<Stage> stage, std::size_t bytes);  // `bytes`: that it writes for each item
  void add(Stages&& more, std::size_t times = 1);             // done `times` times for each item

  // Does `count` items that lie one after the other in `from`; both buffers are overwritten, and hold at least count *
  // item_bytes() bytes. Returns the buffer with the results.
  cl_mem enqueue(cl_command_queue queue, cl_mem from, cl_mem other, std::size_t count);

  std::size_t item_bytes() const { return item_bytes_; }  // the largest size of an item between stages

 private:
  struct Part {
    std::unique_ptr<Stage> stage;
    std::size_t times;
  };
  std::vector<Part> parts_;
  std::size_t item_bytes_ = 0;
};

// One-dimensional complex transforms in these steps.
Stages stages_of(const Device& device, const std::vector<StepShape>& steps, Direction direction);

// One-dimensional complex transforms of any length.
Stages plan_points(const Device& device, std::size_t length, Direction direction);

// The stages for each item of a request's batch, with packed points; the request has been checked.
Stages plan_stages(const Device& device, const FftRequest& request);

}  // namespace gpufft::opencl

// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include "gpufft/fft.h"
#include "gpufft/opencl/device.h"

namespace gpufft::opencl {

// A part of a transform that goes through the memory of a device once: a step, a transpose, or what is done element by
// element.
class Stage {
 public:
  virtual ~Stage() = default;
  virtual bool in_place() const { return false; }  // its results are where its points were
  virtual void enqueue(cl_command_queue queue, cl_mem from, cl_mem to, std::size_t count) = 0;  // buffers that differ
};

// All of a transform, from one buffer to another and back.
class Stages {
 public:
  void add(std::unique_ptr<Stage> stage, std::size_t bytes);  // that it writes, for each item
  void add(Stages&& more, std::size_t times = 1);             // that do so many items for each of ours

  // Does `count` items that lie one behind the other in `from`; both buffers are written to, and hold count *
  // item_bytes() at least. Returns the one that has the results.
  cl_mem enqueue(cl_command_queue queue, cl_mem from, cl_mem other, std::size_t count);

  std::size_t item_bytes() const { return item_bytes_; }  // the largest that an item becomes on its way

 private:
  struct Part {
    std::unique_ptr<Stage> stage;
    std::size_t times;
  };
  std::vector<Part> parts_;
  std::size_t item_bytes_ = 0;
};

// Complex transforms of one dimension in these steps.
Stages stages_of(const Device& device, const std::vector<StepShape>& steps, Direction direction);

// Complex transforms of one dimension, of any length.
Stages plan_points(const Device& device, std::size_t length, Direction direction);

// What a request wants for each of its batch, points lying side by side; the request has been checked.
Stages plan_stages(const Device& device, const FftRequest& request);

}  // namespace gpufft::opencl

// SPDX-License-Identifier: MIT
#pragma once

#include "gpufft/opencl/device.h"
#include "gpufft/opencl/step_source.h"

namespace gpufft::opencl {

// A step that is ready to run: its kernel and tables.
class Step {
 public:
  Step(const Device& device, const StepShape& shape, const StepEnds& ends);

  const StepShape& shape() const { return shape_; }

  // Points to points. The buffers differ.
  void enqueue(cl_command_queue queue, cl_mem in, cl_mem out, std::size_t count, bool swapped);

  // From samples, to power, or both.
  struct Frames {
    cl_mem window, zeros;
    std::size_t count, hop, per_chain;

    std::size_t chains() const { return (count + per_chain - 1) / per_chain; }
  };
  void enqueue(cl_command_queue queue, cl_mem in, cl_mem out, const Frames& frames);

 private:
  void launch(cl_command_queue queue, std::size_t count);

  StepShape shape_;
  StepEnds ends_;
  Kernel kernel_;
  Buffer twiddles_, turns_;
};

}  // namespace gpufft::opencl

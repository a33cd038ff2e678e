// SPDX-License-Identifier: MIT
#include "gpufft/opencl/step.h"

#include <array>

#include "gpufft/opencl/arguments.h"
#include "gpufft/opencl/lanes_source.h"

namespace gpufft::opencl {
namespace {

std::size_t blocks(std::size_t of, std::size_t each) { return (of + each - 1) / each; }

}  // namespace

Step::Step(const Device& device, const StepShape& shape, const StepEnds& ends)
    : shape_(shape),
      ends_(ends),
      kernel_(device.kernel(
          shape.lanes > 0 ? lanes_source(shape, ends) : step_source(shape, device.limits().style, ends), "one_step")),
      twiddles_(device.buffer(shape.lanes > 0 ? lanes_table(shape) : twiddle_table(shape, device.limits().style))),
      turns_(device.buffer(turn_table(shape))) {}

// Every argument must be set, hence a table instead of a window, and unused zeros.
void Step::enqueue(cl_command_queue queue, cl_mem in, cl_mem out, std::size_t count, bool swapped) {
  set_arguments(kernel_.get(), in, out, twiddles_.get(), turns_.get(), static_cast<cl_uint>(count),
                static_cast<cl_int>(swapped), turns_.get(), turns_.get(), cl_uint{0}, cl_uint{1});
  launch(queue, count);
}

void Step::enqueue(cl_command_queue queue, cl_mem in, cl_mem out, const Frames& frames) {
  set_arguments(kernel_.get(), in, out, twiddles_.get(), turns_.get(), static_cast<cl_uint>(frames.count), cl_int{0},
                frames.window, frames.zeros, static_cast<cl_uint>(frames.hop), static_cast<cl_uint>(frames.per_chain));
  launch(queue, ends_.to_power ? frames.chains() : frames.count);
}

void Step::launch(cl_command_queue queue, std::size_t count) {
  const std::size_t fast = shape_.across ? shape_.columns_together : shape_.items, slow = shape_.group_items() / fast;
  const std::size_t column_groups = blocks(shape_.columns(), shape_.columns_together);
  const std::size_t transform_groups = shape_.single() ? blocks(count, shape_.columns_together) : count;
  const std::array local{fast, slow};
  const std::array global{column_groups * fast, transform_groups * slow};
  check(clEnqueueNDRangeKernel(queue, kernel_.get(), 2, nullptr, global.data(), local.data(), 0, nullptr, nullptr),
        "starting a kernel");
}

}  // namespace gpufft::opencl

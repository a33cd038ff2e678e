// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <type_traits>

#include "gpufft/opencl/cl.h"

namespace gpufft::opencl {

template <auto release>
struct Release {
  template <typename Object>
  void operator()(Object* object) const {
    release(object);
  }
};
template <typename Object, auto release>
using Owned = std::unique_ptr<std::remove_pointer_t<Object>, Release<release>>;

using Context = Owned<cl_context, clReleaseContext>;
using Queue = Owned<cl_command_queue, clReleaseCommandQueue>;
using Program = Owned<cl_program, clReleaseProgram>;
using Kernel = Owned<cl_kernel, clReleaseKernel>;
using Buffer = Owned<cl_mem, clReleaseMemObject>;
using Event = Owned<cl_event, clReleaseEvent>;

}  // namespace gpufft::opencl

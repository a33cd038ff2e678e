// SPDX-License-Identifier: MIT
#pragma once

#include "gpufft/opencl/errors.h"

namespace gpufft::opencl {

template <typename... Value>
void set_arguments(cl_kernel kernel, const Value&... values) {
  cl_uint index = 0;
  (check(clSetKernelArg(kernel, index++, sizeof values, &values), "an argument of a kernel"), ...);
}

}  // namespace gpufft::opencl

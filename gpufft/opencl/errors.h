// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

#include "gpufft/opencl/cl.h"

namespace gpufft::opencl {

// The meaning of a status for the owner of the machine, with the way out if there is one.
std::string status_text(cl_int status);

// Throws DeviceError, "WHAT: reason; way out", unless the status is one of success.
void check(cl_int status, std::string_view what);

}  // namespace gpufft::opencl

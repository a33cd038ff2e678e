// SPDX-License-Identifier: MIT
#pragma once

#include <optional>

#include "gpufft/opencl/cl.h"

// The OpenCL of the machine, some of whose calls fail when a test says so: this program's own stand before the
// loader's.
struct ScriptedDriver {
  std::optional<cl_int> platforms, devices, buffers, launches;  // what these calls return instead
  bool hangs = false;                                           // nothing is ever done

  static ScriptedDriver& get();
};

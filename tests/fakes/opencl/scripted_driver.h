// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <optional>

#include "gpufft/opencl/cl.h"

// The OpenCL of the machine, some of whose calls fail or wait when a test says so: a program's own calls stand before
// the loader's. Any thread.
struct ScriptedDriver {
  using Answer = std::atomic<std::optional<cl_int>>;

  Answer platforms, devices, builds, buffers, launches;  // what these calls return instead
  std::atomic<bool> builds_wait = false;                 // until this is false again
  std::atomic<bool> copies_wait = false;                 // likewise, those that return before they are done
  std::atomic<bool> hangs = false;                       // nothing is ever done
  std::atomic<bool> shows_gpus = false;                  // every device says that it is one

  static ScriptedDriver& get();
  void reset();  // all is as it is
};

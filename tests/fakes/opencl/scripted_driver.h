// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <optional>

#include "gpufft/opencl/cl.h"

// The machine's OpenCL, with calls that fail or wait on a test's command: functions in the program override the
// loader's. Any thread.
struct ScriptedDriver {
  using Answer = std::atomic<std::optional<cl_int>>;

  Answer platforms, devices, builds, buffers, launches;  // what these calls return instead
  std::atomic<bool> builds_wait = false;                 // until this is false again
  std::atomic<bool> copies_wait = false;                 // likewise, for asynchronous copies
  std::atomic<bool> hangs = false;                       // no command ever completes
  std::atomic<bool> shows_gpus = false;                  // every device reports that it is one

  static ScriptedDriver& get();
  void reset();  // the real OpenCL again
};

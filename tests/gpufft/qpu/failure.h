// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <string>

#include "gpufft/backend.h"

namespace gpufft::qpu {

// The text of the DeviceError that a step throws; "none" if it throws none.
inline std::string failure(const std::function<void()>& step) {
  try {
    step();
  } catch (const DeviceError& error) {
    return error.what();
  }
  return "none";
}

}  // namespace gpufft::qpu

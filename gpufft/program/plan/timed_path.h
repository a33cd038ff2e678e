// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <string>

namespace gpufft::program {

// A way through a device that was timed for one kind of work, in the form in which wisdom keeps it.
struct TimedPath {
  std::string work, recipe;
  double milliseconds;  // per batch
};
using ReportPath = std::function<void(const TimedPath&)>;

}  // namespace gpufft::program

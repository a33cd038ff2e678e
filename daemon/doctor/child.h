// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <functional>
#include <stdexcept>

#include "daemon/config/keys.h"

namespace spectrumd {

// A child that crashed, did not answer in time, or threw; the text says which.
struct ChildFailed : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// Runs code that may crash or hang, such as third-party drivers, in a forked child and returns its result; its output
// is discarded. A child that exceeds its time is killed; one that the kernel cannot kill is abandoned. Blocks until
// then. Throws ChildFailed. For single-threaded programs.
Json in_child(const std::function<Json()>& work, std::chrono::milliseconds limit);

}  // namespace spectrumd

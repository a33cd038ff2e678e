// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <functional>
#include <stdexcept>

#include "daemon/config/keys.h"

namespace spectrumd {

// The child crashed, did not answer in time, or threw; the text says which.
struct ChildFailed : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// Does what may crash or hang, such as drivers of other people, in a forked child and gives its result; what it prints
// goes nowhere. A child whose time is over is killed, and one that the kernel does not let die is left alone. Throws
// ChildFailed. For programs of one thread.
Json in_child(const std::function<Json()>& work, std::chrono::milliseconds limit);

}  // namespace spectrumd

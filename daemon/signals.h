// SPDX-License-Identifier: MIT
#pragma once

#include <signal.h>

#include <chrono>
#include <optional>

namespace spectrumd {

// SIGTERM, SIGINT and SIGHUP, which are waited for rather than handled. They are blocked in every thread, because this
// is made before the first one starts.
class Signals {
 public:
  Signals();
  std::optional<int> wait_for(std::chrono::milliseconds limit) const;

 private:
  sigset_t signals_;
};

}  // namespace spectrumd

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
  int open_descriptor() const;  // readable once one has come; the caller's. Throws std::system_error.

 private:
  sigset_t signals_;
};

}  // namespace spectrumd

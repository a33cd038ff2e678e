// SPDX-License-Identifier: MIT
#pragma once

#include <signal.h>

#include <chrono>
#include <optional>

namespace spectrumd {

// Waits for SIGTERM, SIGINT and SIGHUP instead of handling them. They are blocked in every thread, because this is
// created before the first thread starts.
class Signals {
 public:
  Signals();
  std::optional<int> wait_for(std::chrono::milliseconds limit) const;
  int open_descriptor() const;  // readable once a signal has arrived; owned by the caller. Throws std::system_error.

 private:
  sigset_t signals_;
};

}  // namespace spectrumd

// SPDX-License-Identifier: MIT
#pragma once

#include <sys/types.h>

#include <optional>

#include "mailbox/descriptor.h"

namespace qpu {

// The program under emulation, and the signals that are meant for it or report its end, for poll().
// Make it before the program and before any thread starts, so that no signal is missed.
class ChildWatch {
 public:
  ChildWatch();

  void follow(pid_t program) { program_ = program; }
  int descriptor() const { return signals_.get(); }

  // Passes on signals that have arrived. True: the program was asked to stop, or has ended.
  bool look();

  // As a shell has it, 128 and the signal for a program ended by one. Empty while it runs.
  std::optional<int> exit_status() const { return exit_status_; }

 private:
  void note_end();

  mailbox::Descriptor signals_;
  pid_t program_ = -1;
  std::optional<int> exit_status_;
};

}  // namespace qpu

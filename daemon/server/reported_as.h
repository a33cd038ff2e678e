// SPDX-License-Identifier: MIT
#pragma once

#include <mutex>
#include <string>
#include <utility>

namespace spectrumd {

// Which receiver of a fleet this is: its history, which moves with the card, on a board. Any thread.
class ReportedAs {
 public:
  struct Names {
    std::string history, board;  // empty until a reporter has found its history
  };

  void set(Names names) {
    const std::lock_guard lock(mutex_);
    names_ = std::move(names);
  }
  Names get() const {
    const std::lock_guard lock(mutex_);
    return names_;
  }

 private:
  mutable std::mutex mutex_;
  Names names_;
};

}  // namespace spectrumd

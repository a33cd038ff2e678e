// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <cstdint>
#include <ostream>
#include <string>

namespace spectrumd {

// How far a long work has come, in percent: after two seconds, then once a second on a terminal (in one line) and every
// ten seconds elsewhere. One thread.
class WorkProgress {
 public:
  using Clock = std::chrono::steady_clock;

  WorkProgress(std::ostream& stream, bool is_terminal, std::string what, Clock::time_point now = Clock::now());
  ~WorkProgress();
  WorkProgress(const WorkProgress&) = delete;
  WorkProgress& operator=(const WorkProgress&) = delete;

  void update(std::uint64_t done, std::uint64_t all, Clock::time_point now = Clock::now());

 private:
  std::ostream& stream_;
  const bool is_terminal_;
  const std::string what_;
  Clock::time_point next_;
  bool shown_ = false;
};

}  // namespace spectrumd

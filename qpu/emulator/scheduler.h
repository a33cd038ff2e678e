// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <memory>
#include <vector>

#include "qpu/emulator/executor.h"

namespace qpu {

// Gives every QPU its turns, in the order of time. A QPU may run ahead of the others as long as it keeps to itself;
// whatever is shared happens in the order of time, and of QPU numbers within a cycle.
class Scheduler {
 public:
  explicit Scheduler(Units& units);

  bool queue(std::uint32_t code, std::uint32_t uniforms, Ticks now);
  std::size_t queue_length() const { return queue_.size(); }
  void clear_queue() { queue_.clear(); }
  void reset();

  enum class Stop : std::uint8_t { Bound, Interrupted, Idle, Blocked };
  // Runs what is due before the bound. Throws Fault.
  Stop run(Ticks bound, bool stop_at_interrupt);

  int running() const;
  std::uint32_t requested = 0, completed = 0;
  const std::vector<QpuState>& qpus() const { return qpus_; }
  Ticks last_time() const { return last_time_; }  // of what has been executed
  Ticks busy_time() const;                        // how long what runs now has been running

 private:
  struct Request {
    std::uint32_t code, uniforms;
  };
  void start(QpuState& qpu, const Request& request, Ticks now);
  void retire(QpuState& qpu);
  void wake(Ticks now);
  void run_one(QpuState& qpu, Ticks others, Ticks bound);
  const Decoded& fetch(QpuState& qpu);
  void fetch_line(QpuState& qpu);

  Units& units_;
  Executor executor_;
  std::vector<QpuState> qpus_;
  std::deque<Request> queue_;
  std::vector<Decoded> decoded_;  // by address, good as long as the word in memory is the same
  Ticks last_time_ = 0, busy_since_ = 0;
};

}  // namespace qpu

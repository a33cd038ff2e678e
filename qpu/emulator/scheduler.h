// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <memory>
#include <random>
#include <vector>

#include "qpu/emulator/executor.h"

namespace qpu {

// Runs the QPUs, usually in the order of time. A QPU may run ahead of the others as long as it touches no shared unit;
// shared accesses happen in the order of time, and of QPU numbers within a cycle. Under the other schedules one QPU at
// a time executes while the others stand still, as if the chip had made them wait. On the thread of its Machine.
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
  Ticks last_time() const { return last_time_; }  // of the last executed instruction
  Ticks busy_time() const;                        // how long the current programs have been running

 private:
  struct Request {
    std::uint32_t code, uniforms;
  };
  void start(QpuState& qpu, const Request& request, Ticks now);
  void retire(QpuState& qpu);
  void wake(Ticks now);
  struct Turn {
    QpuState* qpu = nullptr;  // null: none can run
    Ticks others = 0;         // until when it may touch shared units
    int instructions = 0;
  };
  Turn next_turn();
  Turn turn_in_time();
  Turn turn_by_choice();
  QpuState* chosen();
  int turn_length();
  bool in_time() const;
  void run_one(const Turn& turn, Ticks bound);
  const Decoded* fetch(QpuState& qpu, Ticks others);
  bool fetch_line(QpuState& qpu, Ticks others);

  Units& units_;
  Executor executor_;
  std::vector<QpuState> qpus_;
  std::deque<Request> queue_;
  std::vector<Decoded> decoded_;  // by address, valid while the word in memory is unchanged
  Ticks last_time_ = 0, busy_since_ = 0;
  // Of schedules by choice: how far the last instruction got, and whose it was.
  Ticks clock_ = 0;
  std::size_t turn_of_ = 0;
  std::mt19937 random_;
};

}  // namespace qpu

// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>

#include "mailbox/v3d_registers.h"
#include "qpu/emulator/machine.h"

namespace qpu {

// V3D's sixteen performance counters (reference 8.3) as registers: each counts the events of its source in the machine
// while it and all of them are enabled.
class CounterBlock {
 public:
  explicit CounterBlock(const Machine& machine) : machine_(machine) {}

  std::uint32_t count(int index) const;
  std::uint32_t source(int index) const { return counters_[static_cast<std::size_t>(index)].source; }
  std::uint32_t enabled() const { return enabled_; }

  void set_source(int index, std::uint32_t source);
  void enable(std::uint32_t mask);
  void clear(std::uint32_t mask);
  void reset();

 private:
  struct Counter {
    std::uint32_t source = 0;
    std::uint64_t counted = 0;  // up to its last start
    std::uint64_t began = 0;    // its source's count at the last start
  };
  bool counts(std::size_t index) const { return (enabled_ & mailbox::kCountersOn) && (enabled_ >> index & 1); }
  std::uint64_t since(std::size_t index) const;
  void settle(std::size_t index);
  void start(std::size_t index);

  const Machine& machine_;
  std::uint32_t enabled_ = 0;
  std::array<Counter, mailbox::kPerformanceCounters> counters_{};
};

}  // namespace qpu

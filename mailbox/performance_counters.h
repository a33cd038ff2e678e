// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "mailbox/board.h"

namespace mailbox {

// The events of V3D's counters that concern user programs (reference 8.3), summed over QPUs and slices.
enum class Event : std::uint8_t {
  QpuIdleClocks = 13,
  QpuBusyClocks = 16,
  TmuStallClocks = 17,
  InstructionHits = 20,
  InstructionMisses = 21,
  UniformHits = 22,
  UniformMisses = 23,
  TmuQuads = 24,
  TmuMisses = 25,
  VdwStallClocks = 26,
  VcdStallClocks = 27,
  L2Hits = 28,
  L2Misses = 29,
};

// Up to 16 counters, running from construction to destruction. The board must outlive it. One thread at a time.
class PerformanceCounters {
 public:
  PerformanceCounters(Board& board, std::span<const Event> events);  // throws MailboxError
  PerformanceCounters(const PerformanceCounters&) = delete;
  PerformanceCounters& operator=(const PerformanceCounters&) = delete;
  ~PerformanceCounters();

  std::vector<std::uint32_t> counts() const;  // in the order of the events

 private:
  Board& board_;
  int count_;
};

}  // namespace mailbox

// SPDX-License-Identifier: MIT
#include "mailbox/performance_counters.h"

#include <fmt/format.h>

#include "mailbox/error.h"

namespace mailbox {

PerformanceCounters::PerformanceCounters(Board& board, std::span<const Event> events)
    : board_(board), count_(static_cast<int>(events.size())) {
  if (events.size() > kPerformanceCounters)
    throw MailboxError(fmt::format("V3D: only {} performance counters, {} requested; count in several runs",
                                   kPerformanceCounters, count_));
  board_.write(Register::CounterEnable, 0);
  board_.write(Register::CounterClear, 0xFFFF);
  for (int index = 0; const Event event : events)
    board_.write(counter_source(index++), static_cast<std::uint32_t>(event));
  board_.write(Register::CounterEnable, kCountersOn | ((1u << count_) - 1));
}

PerformanceCounters::~PerformanceCounters() {
  try {
    board_.write(Register::CounterEnable, 0);
  } catch (const MailboxError&) {  // the board is gone, so there is nothing to stop
  }
}

std::vector<std::uint32_t> PerformanceCounters::counts() const {
  std::vector<std::uint32_t> counts;
  for (int index = 0; index < count_; ++index) counts.push_back(board_.read(counter(index)));
  return counts;
}

}  // namespace mailbox

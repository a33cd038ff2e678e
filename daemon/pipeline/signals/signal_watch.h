// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <mutex>
#include <vector>

#include "daemon/pipeline/history.h"
#include "daemon/pipeline/row_merger.h"
#include "daemon/pipeline/signals/signal_list.h"
#include "gpufft/window.h"

namespace spectrumd {

// The signals in the rows of a history. It reads on when it is asked, and costs nothing otherwise: for the first
// answer, and after a while without one, it reads the last ten seconds. Any thread; callers wait for each other.
class SignalWatch {
 public:
  explicit SignalWatch(const History& history) : history_(history) {}

  struct Now {
    Time time;                   // end of the rows read
    std::uint64_t sequence = 0;  // the last of them; 0: none yet
    Decibels floor;
    std::vector<Signal> signals;
  };
  Now read(const gpufft::Window& window);

 private:
  void add(const RowPtr& row, const gpufft::Window& window);
  void look(const gpufft::Window& window);
  std::uint64_t start_of_reading(const Row& newest) const;

  const History& history_;
  std::mutex mutex_;
  SignalList list_;
  Now now_;
  std::uint64_t last_row_ = 0;
  std::vector<RowPtr> rows_;  // of the look being made
  RowMerger merger_;
};

}  // namespace spectrumd

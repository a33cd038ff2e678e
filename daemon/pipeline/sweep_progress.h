// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "daemon/pipeline/row.h"
#include "daemon/pipeline/row_in_progress.h"

namespace spectrumd {

// Pools what the hops of a sweep have measured into the row in progress, and shows it a few times a second. One thread;
// takes its memory when it is made.
class SweepProgress {
 public:
  // Powers of the bins of the sweep, for each detector.
  struct Powers {
    std::array<std::span<const float>, kDetectors.size()> weighted;
    std::span<const float> weights;                                // 0: not measured
    std::array<std::span<const float>, kDetectors.size()> before;  // in the last sweep; empty if there was none
  };

  // The bins that a hop has added to, and where it ends: below, what it left out is known from the sweep before.
  struct Part {
    std::size_t first, last, end;
  };

  SweepProgress(RowInProgress& row, std::size_t bins);

  void begin();  // a new sweep
  void add(const RowFacts& so_far, const Powers& powers, const Part& part);
  void show() { row_.show(); }  // now, for once

 private:
  struct Pooled {
    std::array<float, kDetectors.size()> powers{};  // mean, max, min
    float peak = 0;                                 // of the means
    std::size_t bins = 0;
  };

  std::size_t first_bin(std::size_t cell) const { return cell * bins_ / cells_; }
  Pooled pool(std::size_t cell, const Powers& powers, std::size_t end) const;
  void note(std::size_t place, const Pooled& pooled);

  RowInProgress& row_;
  const std::size_t bins_, cells_;
  std::array<std::vector<Centibel>, RowInProgress::kLayers> levels_;  // scratch memory
  std::optional<Time> shown_;                                         // the end of what was shown last
};

}  // namespace spectrumd

// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "daemon/pipeline/row.h"

namespace spectrumd {

// Merges rows of one tuning: powers averaged by number of FFTs (the peaks of means too), maxima of maxima, minima of
// minima, facts covering all of them. The merged row has the sequence of its last row and the time of its first. One
// thread.
class RowMerger {
 public:
  explicit RowMerger(std::size_t most_bins = SIZE_MAX);  // wider rows are pooled down to at most that many bins

  bool empty() const { return rows_ == 0; }
  bool accepts(const Row& row) const;  // empty, or the same center, span, bins, generation and epoch
  void add(const Row& row);            // requires accepts(row)
  RowPtr take();                       // and clears; must not be empty

 private:
  void begin(const Row& row);
  void add_levels(const Row& row);

  std::size_t most_bins_;
  std::size_t rows_ = 0;
  RowFacts facts_;
  std::uint64_t ffts_ = 0;  // ten minutes of short ones exceed the 32 bits of a row
  std::size_t row_bins_ = 0;
  std::vector<float> power_, peak_power_;  // times FFTs; the latter empty if no bins are pooled
  std::vector<Centibel> max_, min_;
  double seconds_ = 0, covered_ = 0, clipped_ = 0;  // the last two times seconds
};

}  // namespace spectrumd

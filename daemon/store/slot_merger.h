// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "daemon/pipeline/history_reader.h"
#include "daemon/store/frame.h"

namespace spectrumd {

// A frame as it is read: the bins of a window, row by row.
struct ReadFrame {
  FrameHead head;
  std::vector<RowNote> notes;
  Window window;
  std::vector<std::uint8_t> mean, max;  // rows x the bins of the window, not pooled; empty if not requested

  std::size_t width() const { return window.last - window.first; }
};

// Merges stored rows and pools them as a view shows them: as RowMerger would, but without making a row of each, which
// would take ten times as long. One thread.
class SlotMerger {
 public:
  explicit SlotMerger(const View& view) : view_(view) {}

  bool empty() const { return rows_ == 0; }
  void add(const ReadFrame& frame, std::size_t row);  // begins again with a row of another band
  HistoryReader::PastRow take();                      // and clears; must not be empty

 private:
  void begin(const ReadFrame& frame, const RowFacts& facts);
  void add_mean(std::span<const std::uint8_t> levels, float ffts);
  std::vector<Centibel> mean_levels() const;
  std::vector<Centibel> max_levels() const;

  const View view_;
  std::size_t rows_ = 0;
  RowFacts facts_;
  Window window_;
  double base_db_ = 0, rbw_hz_ = 0;
  bool has_mean_ = false, has_max_ = false;
  std::vector<std::uint8_t> first_mean_, max_;
  std::vector<float> power_;  // of the means, in units of the base, times FFTs; from the second row on
  double ffts_ = 0, first_ffts_ = 0, seconds_ = 0, covered_ = 0, clipped_ = 0;
};

}  // namespace spectrumd

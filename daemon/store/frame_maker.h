// SPDX-License-Identifier: MIT
#pragma once

#include <optional>

#include "daemon/store/frame.h"

namespace spectrumd {

// What a row does not say about itself.
struct RowSetting {
  std::optional<Decibels> gain;
  double rbw_hz = 0;
  double base_db = -120;  // of the quantiser: -120 dBFS, in dBm with the offset added
  std::uint32_t epoch = 0;

  friend bool operator==(const RowSetting&, const RowSetting&) = default;
};

// Collects rows into a frame: each is pooled to the stored width and quantised once, here. A frame ends after 60 rows,
// and before a row of another band, tuning, setting or file. One thread.
class FrameMaker {
 public:
  bool empty() const { return frame_.notes.empty(); }
  const FrameHead& head() const { return frame_.head; }  // of the frame so far
  bool full() const { return frame_.notes.size() == kTileRows; }
  bool accepts(const Row& row, const RowSetting& setting) const;  // empty, or the same band and not full
  void add(const Row& row, const RowSetting& setting);            // requires accepts()
  Frame take();                                                   // and clears; must not be empty

 private:
  void begin(const Row& row, const RowSetting& setting);

  Frame frame_;
  RowSetting setting_;
};

// Adds the levels of one detector of a row, quantised: in tests the oracle of what is read back.
void quantise(std::span<const Centibel> levels, double base_db, std::vector<std::uint8_t>& target);

}  // namespace spectrumd

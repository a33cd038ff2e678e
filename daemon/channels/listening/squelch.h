// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <optional>

namespace spectrumd {

// Whether a signal is there to be heard, decided once a block.
class Squelch {
 public:
  // What is absent does not close it; with both, both must hold.
  void set(std::optional<double> level_db, std::optional<double> carrier_to_noise_db);

  // Opens at once, and closes after 0.1 s without a signal: 3 dB below where it opens, so that fading at the threshold
  // does not cut words to pieces. An absent carrier to noise counts as none.
  bool update(double level_db, std::optional<double> carrier_to_noise_db);
  bool open() const { return open_; }

 private:
  std::optional<double> level_db_, carrier_to_noise_db_;
  bool open_ = false;
  std::size_t blocks_without_ = 0;
};

}  // namespace spectrumd

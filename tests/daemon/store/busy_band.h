// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <random>
#include <vector>

#include "daemon/pipeline/row.h"

namespace spectrumd {

// Rows of a busy band, in which nothing repeats: noise as averaging leaves it, wide and narrow transmitters that are
// keyed, carriers that fade, a comb, bursts.
class BusyBand {
 public:
  explicit BusyBand(std::size_t bins, std::uint64_t seed = 1);

  // `ffts` frames are averaged over the row; it begins at `time`.
  RowPtr row(Time time, std::chrono::nanoseconds duration, std::uint32_t ffts = 586);

  RowFacts facts{.epoch = 1, .center = {100e6}, .span = {2.4e6}, .generation = 1};

 private:
  struct Signal {
    std::size_t first, last;
    float level_db, fading_db, keyed_share;
    bool on = false;
    float fade = 0;
  };
  void step(Signal& signal);

  std::size_t bins_;
  std::mt19937_64 random_;
  std::vector<float> noise_db_;
  std::vector<Signal> signals_;
};

}  // namespace spectrumd

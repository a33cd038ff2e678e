// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "daemon/config/units.h"
#include "daemon/pipeline/pyramid.h"

namespace spectrumd {

// Measures the noise floor by the 20 %-method of ITU-R SM.1753: the mean power of the lowest fifth of the bins,
// corrected for what the lowest fifth of pure noise is below its mean. So it is the mean noise power in one bin, as
// long as a fifth of the bins are noise; signals in a share s of them raise it, as then the lowest 20/(1-s) % of the
// noise are taken. One thread.
class FloorMeter {
 public:
  // Of `ffts` transforms each; nullopt without any bin with data.
  std::optional<Decibels> floor(std::span<const Centibel> levels, std::size_t ffts);

  // The floor at every bin. The span is measured in pieces; what stands out over less than a fifth of the span is a
  // signal, what is wider is the shape of the receiver: its humps, its edges. kNoLevel where no bin has data.
  std::span<const Centibel> everywhere(std::span<const Centibel> levels, std::size_t ffts);

 private:
  void open_pieces();
  void draw(std::size_t bins);

  std::size_t ffts_ = 0;
  double correction_db_ = 0;
  std::vector<Centibel> sorted_;
  std::vector<double> pieces_, eroded_;
  std::vector<Centibel> floor_;
};

}  // namespace spectrumd

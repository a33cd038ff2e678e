// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <vector>

#include "daemon/pipeline/row.h"
#include "gpufft/spectrum.h"

namespace spectrumd {

// Turns the power of a row's frames into a Row: the one place where power becomes decibels.
class RowMaker {
 public:
  // The mean is smoothed over about `averaging` rows; `offset` is added to every level.
  RowMaker(std::size_t averaging, Decibels offset);

  RowPtr make(const gpufft::PowerRow& power, const RowFacts& facts);

  void forget();  // the smoothed mean, after a retune

 private:
  void smooth(std::vector<float>& mean);
  std::vector<Centibel> levels(const std::vector<float>& power) const;

  std::size_t averaging_;
  int offset_;  // hundredths of a decibel
  std::size_t smoothed_rows_ = 0;
  std::vector<float> mean_, smoothed_;
};

}  // namespace spectrumd

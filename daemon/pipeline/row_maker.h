// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <vector>

#include "daemon/pipeline/row.h"
#include "daemon/pipeline/smoothing.h"
#include "gpufft/spectrum.h"

namespace spectrumd {

// Turns the accumulated power of a row into a Row: the only place where power becomes decibels. One thread.
class RowMaker {
 public:
  // The mean is smoothed over about `averaging` rows; `offset` is added to every level.
  RowMaker(std::size_t averaging, Decibels offset);

  RowPtr make(const gpufft::PowerRow& power, const RowFacts& facts);

  void forget() { smoothing_.forget(); }  // after a retune

 private:
  std::vector<Centibel> levels(const std::vector<float>& power) const;

  Smoothing smoothing_;
  int offset_;  // hundredths of a decibel
  std::vector<float> mean_;
};

}  // namespace spectrumd

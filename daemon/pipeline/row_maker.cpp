// SPDX-License-Identifier: MIT
#include "daemon/pipeline/row_maker.h"

#include <algorithm>
#include <cmath>

#include "gpufft/levels.h"

namespace spectrumd {

RowMaker::RowMaker(std::size_t averaging, Decibels offset)
    : smoothing_(averaging), offset_(static_cast<int>(std::lround(offset.value * 100))) {}

RowPtr RowMaker::make(const gpufft::PowerRow& power, const RowFacts& facts) {
  mean_.resize(power.sum.size());
  const float scale = 1 / static_cast<float>(power.frames);
  std::transform(power.sum.begin(), power.sum.end(), mean_.begin(), [scale](float sum) { return sum * scale; });
  smoothing_.smooth(mean_);
  auto row = std::make_shared<Row>();
  static_cast<RowFacts&>(*row) = facts;
  row->levels = {Pyramid(Pool::Mean, levels(mean_)), Pyramid(Pool::Max, levels(power.max)),
                 Pyramid(Pool::Min, levels(power.min))};
  return row;
}

std::vector<Centibel> RowMaker::levels(const std::vector<float>& power) const {
  std::vector<Centibel> levels(power.size());
  gpufft::to_levels(power, {.steps_per_decibel = kCentibels, .zero = static_cast<float>(offset_)}, levels);
  return levels;
}

}  // namespace spectrumd

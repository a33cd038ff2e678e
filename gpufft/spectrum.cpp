// SPDX-License-Identifier: MIT
#include "gpufft/spectrum.h"

#include <algorithm>
#include <limits>

namespace gpufft {

void PowerRow::clear(std::size_t bins) {
  sum.assign(bins, 0.0F);
  max.assign(bins, 0.0F);
  min.assign(bins, std::numeric_limits<float>::infinity());
  frames = 0;
}

void PowerRow::fold(const PowerRow& more) {
  for (std::size_t bin = 0; bin < sum.size(); ++bin) {
    sum[bin] += more.sum[bin];
    max[bin] = std::max(max[bin], more.max[bin]);
    min[bin] = std::min(min[bin], more.min[bin]);
  }
  frames += more.frames;
}

}  // namespace gpufft

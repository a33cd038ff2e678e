// SPDX-License-Identifier: MIT
#include "gpufft/spectrum.h"

#include <limits>

namespace gpufft {

void PowerRow::clear(std::size_t bins) {
  sum.assign(bins, 0.0F);
  max.assign(bins, 0.0F);
  min.assign(bins, std::numeric_limits<float>::infinity());
  frames = 0;
}

}  // namespace gpufft

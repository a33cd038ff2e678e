// SPDX-License-Identifier: MIT
#include "gpufft/cpu/planar_fft.h"

#include "gpufft/cpu/bluestein.h"
#include "gpufft/cpu/stockham.h"

namespace gpufft::cpu {

std::unique_ptr<PlanarFft<float>> plan_planar_fft(std::size_t length) {
  if (Stockham<float>::takes(length)) return std::make_unique<Stockham<float>>(length);
  return std::make_unique<Bluestein>(length);
}

}  // namespace gpufft::cpu

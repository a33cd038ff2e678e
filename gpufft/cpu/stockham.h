// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <vector>

#include "gpufft/cpu/planar_fft.h"

namespace gpufft::cpu {

// One sweep over the data: transforms of `radix` points over all of it, from one buffer to the other. Stockham's order
// of the passes ends in natural order, with no bit reversal anywhere.
template <typename Real>
struct StockhamPass {
  std::size_t radix;
  std::size_t groups;      // what is still to be transformed after this pass, per transform
  std::size_t stride;      // product of the radices of the passes before: so many neighbours share a twiddle factor
  std::vector<Real> w_re;  // (radix - 1) rows of `groups`, made in double
  std::vector<Real> w_im;
};

template <typename Real>
class Stockham final : public PlanarFft<Real> {
 public:
  explicit Stockham(std::size_t length);

  static bool takes(std::size_t length);  // 2, 3 and 5 divide it down to 1

  Planes<Real> input() override { return buffer_.planes(); }
  Planes<Real> forward() override;

 private:
  std::vector<StockhamPass<Real>> passes_;
  PlaneBuffer<Real> buffer_, other_;
};

}  // namespace gpufft::cpu

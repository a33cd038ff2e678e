// SPDX-License-Identifier: MIT
#pragma once

#include "gpufft/cuda/kernels/butterfly.cuh"

namespace gpufft::cuda {

// cos and sin of 2 pi k / Radix, to the middle of the circle; known to the compiler.
template <int Radix>
__device__ constexpr float odd_cosine(int k) {
  static_assert(Radix == 3 || Radix == 5 || Radix == 7);
  constexpr float kThird[] = {1.0F, -0.5F};
  constexpr float kFifth[] = {1.0F, 0.309016994374947424F, -0.809016994374947424F};
  constexpr float kSeventh[] = {1.0F, 0.623489801858733531F, -0.222520933956314405F, -0.900968867902419126F};
  return Radix == 3 ? kThird[k] : Radix == 5 ? kFifth[k] : kSeventh[k];
}
template <int Radix>
__device__ constexpr float odd_sine(int k) {
  constexpr float kThird[] = {0.0F, 0.866025403784438647F};
  constexpr float kFifth[] = {0.0F, 0.951056516295153572F, 0.587785252292473129F};
  constexpr float kSeventh[] = {0.0F, 0.781831482468029809F, 0.974927912181823607F, 0.433883739117558120F};
  return Radix == 3 ? kThird[k] : Radix == 5 ? kFifth[k] : kSeventh[k];
}

// Points m and Radix - m meet the same cosines, and sines of opposite sign.
template <int Radix>
__device__ inline void odd_butterfly(float2 (&x)[Radix]) {
  constexpr int kPairs = Radix / 2;
  float2 sums[kPairs + 1], differences[kPairs + 1];
  float2 all = x[0];
#pragma unroll
  for (int m = 1; m <= kPairs; ++m) {
    sums[m] = {x[m].x + x[Radix - m].x, x[m].y + x[Radix - m].y};
    differences[m] = {x[m].x - x[Radix - m].x, x[m].y - x[Radix - m].y};
    all = {all.x + sums[m].x, all.y + sums[m].y};
  }
#pragma unroll
  for (int k = 1; k <= kPairs; ++k) {
    float2 even = x[0], odd{0, 0};
#pragma unroll
    for (int m = 1; m <= kPairs; ++m) {
      const int at = k * m % Radix, folded = at <= kPairs ? at : Radix - at;
      const float cosine = odd_cosine<Radix>(folded);
      const float sine = at <= kPairs ? odd_sine<Radix>(folded) : -odd_sine<Radix>(folded);
      even = {fmaf(cosine, sums[m].x, even.x), fmaf(cosine, sums[m].y, even.y)};
      odd = {fmaf(sine, differences[m].x, odd.x), fmaf(sine, differences[m].y, odd.y)};
    }
    x[k] = {even.x + odd.y, even.y - odd.x};  // even - i odd
    x[Radix - k] = {even.x - odd.y, even.y + odd.x};
  }
  x[0] = all;
}

}  // namespace gpufft::cuda

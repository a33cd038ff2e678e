// SPDX-License-Identifier: MIT
#pragma once

#include <numeric>

#include "gpufft/cuda/kernels/butterfly.cuh"

namespace gpufft::cuda {

// cos and sin of 2 pi k / Radix, up to half the circle; compile-time constants.
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

// Points m and Radix - m have the same cosines, and sines of opposite sign.
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

// Any radix of lines, in place and in natural order.
template <int Radix>
__device__ inline void butterfly(float2 (&x)[Radix]);

// A radix A * B with coprime A and B needs no turns in between, only another order (Good and Thomas): point B a + A b
// is point b of row a, and bin k is the one at row k mod A and column k mod B.
template <int A, int B>
__device__ inline void coprime_butterfly(float2 (&x)[A * B]) {
  static_assert(std::gcd(A, B) == 1);
  float2 rows[A][B];
#pragma unroll
  for (int a = 0; a < A; ++a) {
#pragma unroll
    for (int b = 0; b < B; ++b) rows[a][b] = x[(B * a + A * b) % (A * B)];
    butterfly(rows[a]);
  }
#pragma unroll
  for (int b = 0; b < B; ++b) {
    float2 column[A];
#pragma unroll
    for (int a = 0; a < A; ++a) column[a] = rows[a][b];
    butterfly(column);
#pragma unroll
    for (int a = 0; a < A; ++a) rows[a][b] = column[a];
  }
#pragma unroll
  for (int k = 0; k < A * B; ++k) x[k] = rows[k % A][k % B];
}

__device__ inline void ninefold_butterfly(float2 (&x)[9]) {
  constexpr float2 kTurns[5] = {{1.0F, 0.0F},
                                {0.766044443118978035F, -0.642787609686539326F},
                                {0.173648177666930349F, -0.984807753012208059F},
                                {},
                                {-0.939692620785908384F, -0.342020143325668733F}};
  float2 rows[3][3];
#pragma unroll
  for (int a = 0; a < 3; ++a) {
#pragma unroll
    for (int b = 0; b < 3; ++b) rows[a][b] = x[a + 3 * b];
    butterfly(rows[a]);
#pragma unroll
    for (int b = 1; b < 3; ++b)
      if (a > 0) rows[a][b] = product(rows[a][b], kTurns[a * b]);
  }
#pragma unroll
  for (int b = 0; b < 3; ++b) {
    float2 column[3] = {rows[0][b], rows[1][b], rows[2][b]};
    butterfly(column);
#pragma unroll
    for (int a = 0; a < 3; ++a) x[b + 3 * a] = column[a];
  }
}

template <int Radix>
__device__ inline void butterfly(float2 (&x)[Radix]) {
  if constexpr (Radix == 9) {
    ninefold_butterfly(x);
  } else if constexpr (Radix % 2 == 1 && Radix < 9) {
    odd_butterfly(x);
  } else if constexpr (Radix % 7 == 0) {
    coprime_butterfly<7, Radix / 7>(x);
  } else if constexpr (Radix % 5 == 0) {
    coprime_butterfly<5, Radix / 5>(x);
  } else if constexpr (Radix % 9 == 0) {
    coprime_butterfly<9, Radix / 9>(x);
  } else if constexpr (Radix % 3 == 0) {
    coprime_butterfly<3, Radix / 3>(x);
  } else {
    Butterfly<Radix>::run(x);
  }
}

}  // namespace gpufft::cuda

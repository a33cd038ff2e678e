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

template <int A, int B>
__device__ inline void butterfly_columns(float2 (&rows)[A][B]) {
#pragma unroll
  for (int b = 0; b < B; ++b) {
    float2 column[A];
#pragma unroll
    for (int a = 0; a < A; ++a) column[a] = rows[a][b];
    butterfly(column);
#pragma unroll
    for (int a = 0; a < A; ++a) rows[a][b] = column[a];
  }
}

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
  butterfly_columns(rows);
#pragma unroll
  for (int k = 0; k < A * B; ++k) x[k] = rows[k % A][k % B];
}

// cos and sin of 2 pi k / Parts, for every k; compile-time constants. Of a quarter of the circle the series are exact
// to the last digit of a double.
template <int Parts>
struct Circle {
  float cosine[Parts], sine[Parts];

  constexpr Circle() : cosine(), sine() {
    for (int k = 0; k < Parts; ++k) {
      const int quarters = 4 * k / Parts;
      const double angle = 6.283185307179586477 * k / Parts - 1.570796326794896619 * quarters;
      double c = 0, s = 0, term = 1;
      for (int i = 0; i < 28; ++i) {
        (i % 2 == 0 ? c : s) += i % 4 < 2 ? term : -term;
        term *= angle / (i + 1);
      }
      cosine[k] = static_cast<float>(quarters == 0 ? c : quarters == 1 ? -s : quarters == 2 ? -c : s);
      sine[k] = static_cast<float>(quarters == 0 ? s : quarters == 1 ? c : quarters == 2 ? -s : -c);
    }
  }
};

// A radix A * B whose factors have one in common (9, 25, 27, ...): rows and columns with turns between them.
template <int A, int B>
__device__ inline void turned_butterfly(float2 (&x)[A * B]) {
  constexpr Circle<A * B> kCircle;
  float2 rows[A][B];
#pragma unroll
  for (int a = 0; a < A; ++a) {
#pragma unroll
    for (int b = 0; b < B; ++b) rows[a][b] = x[a + A * b];
    butterfly(rows[a]);
#pragma unroll
    for (int b = 1; b < B; ++b)
      if (a > 0) rows[a][b] = product(rows[a][b], {kCircle.cosine[a * b], -kCircle.sine[a * b]});
  }
  butterfly_columns(rows);
#pragma unroll
  for (int k = 0; k < A * B; ++k) x[k] = rows[k / B][k % B];
}

template <int Radix>
__device__ inline void butterfly(float2 (&x)[Radix]) {
  if constexpr (Radix == 3 || Radix == 5 || Radix == 7) {
    odd_butterfly(x);
  } else if constexpr (Radix == 9 || Radix == 27) {
    turned_butterfly<3, Radix / 3>(x);
  } else if constexpr (Radix == 25 || Radix == 50) {
    turned_butterfly<5, Radix / 5>(x);
  } else if constexpr (Radix == 49) {
    turned_butterfly<7, Radix / 7>(x);
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

// The same of x[m] * w^m. Powers of two have the turns of all their levels in the table, others w alone, and multiply
// its powers: shared memory and the cache are busier than multipliers.
template <int Radix>
__device__ inline void butterfly(float2 (&x)[Radix], const float2* turns) {
  if constexpr ((Radix & (Radix - 1)) == 0) {
    Butterfly<Radix>::run(x, turns);
  } else {
    float2 powers[Radix];
    powers[1] = turns[0];
#pragma unroll
    for (int m = 2; m < Radix; ++m) powers[m] = product(powers[m / 2], powers[m - m / 2]);
#pragma unroll
    for (int m = 1; m < Radix; ++m) x[m] = product(x[m], powers[m]);
    butterfly(x);
  }
}

}  // namespace gpufft::cuda

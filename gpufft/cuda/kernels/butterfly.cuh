// SPDX-License-Identifier: MIT
#pragma once

namespace gpufft::cuda {

__device__ inline float2 product(float2 a, float2 b) { return {fmaf(a.x, b.x, -a.y * b.y), fmaf(a.x, b.y, a.y * b.x)}; }

// a + turn * b and a - turn * b in six multiply-adds; the difference is 2 a less the sum.
__device__ inline void cross(float2& a, float2& b, float2 turn) {
  const float2 sum{fmaf(-turn.y, b.y, fmaf(turn.x, b.x, a.x)), fmaf(turn.y, b.x, fmaf(turn.x, b.y, a.y))};
  b = {fmaf(2.0F, a.x, -sum.x), fmaf(2.0F, a.y, -sum.y)};
  a = sum;
}
__device__ inline void cross(float2& a, float2& b) {
  const float2 sum{a.x + b.x, a.y + b.y};
  b = {a.x - b.x, a.y - b.y};
  a = sum;
}
__device__ inline void cross_quarter(float2& a, float2& b) {  // turned by -i
  const float2 sum{a.x + b.y, a.y - b.x};
  b = {a.x - b.y, a.y + b.x};
  a = sum;
}

// exp(-2 pi i k / parts), for k up to a quarter of the circle and parts up to 32; a compile-time constant.
__host__ __device__ constexpr float cosine_of_32nd(int k) {
  constexpr float kCosines[9] = {1.0F,
                                 0.980785280403230449F,
                                 0.923879532511286756F,
                                 0.831469612302545237F,
                                 0.707106781186547524F,
                                 0.555570233019602225F,
                                 0.382683432365089772F,
                                 0.195090322016128268F,
                                 0.0F};
  return kCosines[k];
}
template <int Parts>
__device__ inline float2 root(int k) {
  return {cosine_of_32nd(k * (32 / Parts)), -cosine_of_32nd(8 - k * (32 / Parts))};
}

// The transform of x[m] * w^m for one w, in place and in natural order, by halves: even and odd points, then across.
// The turns of w's powers are ordered from the inner halves outwards; of the last level only the first half is stored,
// the rest is that times -i.
template <int Radix>
struct Butterfly {
  static constexpr int kHalf = Radix / 2, kQuarter = Radix / 4;

  static __device__ void run(float2 (&x)[Radix], const float2* turns) {
    halves(x, [turns](auto& half) { Butterfly<kHalf>::run(half, turns); });
#pragma unroll
    for (int k = 0; k < kHalf; ++k) {
      const float2 turn = turns[kQuarter + k % kQuarter];
      cross(x[k], x[k + kHalf], k < kQuarter ? turn : float2{turn.y, -turn.x});
    }
  }

  static __device__ void run(float2 (&x)[Radix]) {  // w is 1
    halves(x, [](auto& half) { Butterfly<kHalf>::run(half); });
#pragma unroll
    for (int k = 0; k < kHalf; ++k) {
      const float2 turn = root<Radix>(k % kQuarter);
      if (k == 0) {
        cross(x[k], x[k + kHalf]);
      } else if (k == kQuarter) {
        cross_quarter(x[k], x[k + kHalf]);
      } else {
        cross(x[k], x[k + kHalf], k < kQuarter ? turn : float2{turn.y, -turn.x});
      }
    }
  }

 private:
  template <typename Transform>
  static __device__ void halves(float2 (&x)[Radix], Transform transform) {
    float2 even[kHalf], odd[kHalf];
#pragma unroll
    for (int m = 0; m < kHalf; ++m) {
      even[m] = x[2 * m];
      odd[m] = x[2 * m + 1];
    }
    transform(even);
    transform(odd);
#pragma unroll
    for (int k = 0; k < kHalf; ++k) {
      x[k] = even[k];
      x[k + kHalf] = odd[k];
    }
  }
};

template <>
struct Butterfly<2> {
  static __device__ void run(float2 (&x)[2], const float2* turns) { cross(x[0], x[1], turns[0]); }
  static __device__ void run(float2 (&x)[2]) { cross(x[0], x[1]); }
};

}  // namespace gpufft::cuda

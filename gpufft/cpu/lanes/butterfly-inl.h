// SPDX-License-Identifier: MIT
// Forward transforms of a few points, in registers, one per lane. Included once per target.
#if defined(GPUFFT_CPU_LANES_BUTTERFLY_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef GPUFFT_CPU_LANES_BUTTERFLY_INL_H_
#undef GPUFFT_CPU_LANES_BUTTERFLY_INL_H_
#else
#define GPUFFT_CPU_LANES_BUTTERFLY_INL_H_
#endif

#include "gpufft/cpu/lanes/lanes-inl.h"

HWY_BEFORE_NAMESPACE();
namespace gpufft::cpu::HWY_NAMESPACE {

template <class D>
HWY_INLINE void butterfly(D, Complex<D> (&)[1]) {}

template <class D>
HWY_INLINE void butterfly(D, Complex<D> (&x)[2]) {
  const auto difference = x[0] - x[1];
  x[0] = x[0] + x[1];
  x[1] = difference;
}

template <class D>
HWY_INLINE void butterfly(D d, Complex<D> (&x)[3]) {
  const auto kHalf = hn::Set(d, 0.5F), kSin = hn::Set(d, 0.86602540378443864676F);
  const auto sum = x[1] + x[2], side = (x[1] - x[2]).times_minus_i();
  const auto middle = subtract_scaled(x[0], kHalf, sum);
  x[0] = x[0] + sum;
  x[1] = add_scaled(middle, kSin, side);
  x[2] = subtract_scaled(middle, kSin, side);
}

template <class D>
HWY_INLINE void butterfly4(Complex<D>& x0, Complex<D>& x1, Complex<D>& x2, Complex<D>& x3) {
  const auto even_sum = x0 + x2, even_difference = x0 - x2;
  const auto odd_sum = x1 + x3, odd = x1 - x3;
  x0 = even_sum + odd_sum;
  x1 = {hn::Add(even_difference.re, odd.im), hn::Sub(even_difference.im, odd.re)};
  x2 = even_sum - odd_sum;
  x3 = {hn::Sub(even_difference.re, odd.im), hn::Add(even_difference.im, odd.re)};
}

template <class D>
HWY_INLINE void butterfly(D, Complex<D> (&x)[4]) {
  butterfly4(x[0], x[1], x[2], x[3]);
}

template <class D>
HWY_INLINE void butterfly(D d, Complex<D> (&x)[5]) {
  const auto kCos1 = hn::Set(d, 0.30901699437494742410F), kCos2 = hn::Set(d, -0.80901699437494742410F);
  const auto kSin1 = hn::Set(d, 0.95105651629515357212F), kSin2 = hn::Set(d, 0.58778525229247312917F);
  const auto sum1 = x[1] + x[4], sum2 = x[2] + x[3];
  const auto side1 = (x[1] - x[4]).times_minus_i(), side2 = (x[2] - x[3]).times_minus_i();
  const auto middle1 = add_scaled(add_scaled(x[0], kCos1, sum1), kCos2, sum2);
  const auto middle2 = add_scaled(add_scaled(x[0], kCos2, sum1), kCos1, sum2);
  const Complex<D> turn1{hn::MulAdd(kSin2, side2.re, hn::Mul(kSin1, side1.re)),
                         hn::MulAdd(kSin2, side2.im, hn::Mul(kSin1, side1.im))};
  const Complex<D> turn2{hn::NegMulAdd(kSin1, side2.re, hn::Mul(kSin2, side1.re)),
                         hn::NegMulAdd(kSin1, side2.im, hn::Mul(kSin2, side1.im))};
  x[0] = x[0] + (sum1 + sum2);
  x[1] = middle1 + turn1;
  x[2] = middle2 + turn2;
  x[3] = middle2 - turn2;
  x[4] = middle1 - turn1;
}

// Cosine and sine of k / Radix turns, k = 0 … Radix / 2.
template <std::size_t Radix>
struct OddTurns;
template <>
struct OddTurns<7> {
  static constexpr float kCos[] = {1, 0.62348980185873353053F, -0.22252093395631440429F, -0.90096886790241912624F};
  static constexpr float kSin[] = {0, 0.78183148246802980871F, 0.97492791218182360702F, 0.43388373911755812048F};
};
template <>
struct OddTurns<11> {
  static constexpr float kCos[] = {1,
                                   0.84125353283118116886F,
                                   0.41541501300188642553F,
                                   -0.14231483827328514044F,
                                   -0.65486073394528506406F,
                                   -0.95949297361449738989F};
  static constexpr float kSin[] = {0,
                                   0.54064081745559758211F,
                                   0.90963199535451837141F,
                                   0.98982144188093273238F,
                                   0.75574957435425828377F,
                                   0.28173255684142969771F};
};
template <>
struct OddTurns<13> {
  static constexpr float kCos[] = {1,
                                   0.88545602565320989590F,
                                   0.56806474673115580251F,
                                   0.12053668025532305335F,
                                   -0.35460488704253562597F,
                                   -0.74851074817110109863F,
                                   -0.97094181742605202716F};
  static constexpr float kSin[] = {0,
                                   0.46472317204376854566F,
                                   0.82298386589365639458F,
                                   0.99270887409805399280F,
                                   0.93501624268541482344F,
                                   0.66312265824079520238F,
                                   0.23931566428755776715F};
};

// Points k and Radix - k make a sum and a difference; every bin is the first point plus those, scaled. Near and far
// ones are summed separately, which rounds less.
template <std::size_t Radix, class D>
HWY_INLINE void butterfly_of_odd(D d, Complex<D> (&x)[Radix]) {
  using Turns = OddTurns<Radix>;
  constexpr std::size_t kHalf = Radix / 2;
  const Complex<D> zero{hn::Zero(d), hn::Zero(d)};
  Complex<D> sums[kHalf + 1], sides[kHalf + 1], all[2] = {x[0], zero};
  sums[0] = x[0];
#pragma GCC unroll 16
  for (std::size_t n = 1; n <= kHalf; ++n) {
    sums[n] = x[n] + x[Radix - n];
    sides[n] = (x[n] - x[Radix - n]).times_minus_i();
    all[n > kHalf / 2] = all[n > kHalf / 2] + sums[n];
  }
  x[0] = all[0] + all[1];
#pragma GCC unroll 16
  for (std::size_t k = 1; k <= kHalf; ++k) {
    Complex<D> middle[2] = {sums[0], zero}, turn[2] = {zero, zero};
#pragma GCC unroll 16
    for (std::size_t n = 1; n <= kHalf; ++n) {
      const bool is_far = n > kHalf / 2;
      const std::size_t turns = k * n % Radix;  // about half a turn, the cosine is even and the sine odd
      const std::size_t least = turns <= kHalf ? turns : Radix - turns;
      const auto cosine = hn::Set(d, Turns::kCos[least]), sine = hn::Set(d, Turns::kSin[least]);
      middle[is_far] = add_scaled(middle[is_far], cosine, sums[n]);
      turn[is_far] =
          turns == least ? add_scaled(turn[is_far], sine, sides[n]) : subtract_scaled(turn[is_far], sine, sides[n]);
    }
    x[k] = (middle[0] + middle[1]) + (turn[0] + turn[1]);
    x[Radix - k] = (middle[0] + middle[1]) - (turn[0] + turn[1]);
  }
}

template <class D>
HWY_INLINE void butterfly(D d, Complex<D> (&x)[7]) {
  butterfly_of_odd<7>(d, x);
}
template <class D>
HWY_INLINE void butterfly(D d, Complex<D> (&x)[11]) {
  butterfly_of_odd<11>(d, x);
}
template <class D>
HWY_INLINE void butterfly(D d, Complex<D> (&x)[13]) {
  butterfly_of_odd<13>(d, x);
}

// Leaves the eighth turns without their factor of sqrt(1/2), which the additions that follow absorb for free.
template <class D>
HWY_INLINE void butterfly(D d, Complex<D> (&x)[8]) {
  const auto kSqrtHalf = hn::Set(d, 0.70710678118654752440F);
  butterfly4(x[0], x[2], x[4], x[6]);
  butterfly4(x[1], x[3], x[5], x[7]);
  const Complex<D> eighth{hn::Add(x[3].re, x[3].im), hn::Sub(x[3].im, x[3].re)};
  const Complex<D> three_eighths{hn::Sub(x[7].im, x[7].re), hn::Add(x[7].re, x[7].im)};  // im has the opposite sign
  const auto e0 = x[0], e1 = x[2], e2 = x[4], e3 = x[6], o0 = x[1], o2 = x[5];
  x[0] = e0 + o0;
  x[4] = e0 - o0;
  x[1] = add_scaled(e1, kSqrtHalf, eighth);
  x[5] = subtract_scaled(e1, kSqrtHalf, eighth);
  x[2] = {hn::Add(e2.re, o2.im), hn::Sub(e2.im, o2.re)};
  x[6] = {hn::Sub(e2.re, o2.im), hn::Add(e2.im, o2.re)};
  x[3] = {hn::MulAdd(kSqrtHalf, three_eighths.re, e3.re), hn::NegMulAdd(kSqrtHalf, three_eighths.im, e3.im)};
  x[7] = {hn::NegMulAdd(kSqrtHalf, three_eighths.re, e3.re), hn::MulAdd(kSqrtHalf, three_eighths.im, e3.im)};
}

// Four by four, with sixteenths of a turn in between: the first four transforms, and the turns.
template <class D>
HWY_INLINE void butterfly16_begin(D d, Complex<D> (&x)[16]) {
  const auto kCos = hn::Set(d, 0.92387953251128675613F), kSin = hn::Set(d, 0.38268343236508977173F);
  const auto kSqrtHalf = hn::Set(d, 0.70710678118654752440F);
#pragma GCC unroll 4
  for (std::size_t j = 0; j < 4; ++j) butterfly4(x[j], x[j + 4], x[j + 8], x[j + 12]);
  const auto sixteenth = [&](Complex<D> y, Real<D> cos, Real<D> sin) HWY_ATTR {
    return Complex<D>{hn::MulAdd(y.im, sin, hn::Mul(y.re, cos)), hn::NegMulAdd(y.re, sin, hn::Mul(y.im, cos))};
  };
  const auto eighth = [&](Complex<D> y) HWY_ATTR {
    return Complex<D>{hn::Mul(kSqrtHalf, hn::Add(y.re, y.im)), hn::Mul(kSqrtHalf, hn::Sub(y.im, y.re))};
  };
  x[5] = sixteenth(x[5], kCos, kSin);
  x[6] = eighth(x[6]);
  x[7] = sixteenth(x[7], kSin, kCos);
  x[9] = eighth(x[9]);
  x[10] = x[10].times_minus_i();
  x[11] = eighth(x[11]).times_minus_i();
  x[13] = sixteenth(x[13], kSin, kCos);
  x[14] = eighth(x[14]).times_minus_i();
  x[15] = sixteenth(x[15], hn::Neg(kCos), hn::Neg(kSin));
}

// Then the bins part, part + 4, part + 8 and part + 12, from the points at 4 * part on.
template <class D>
HWY_INLINE void butterfly16_end(D, Complex<D> (&x)[16], std::size_t part) {
  butterfly4(x[4 * part], x[4 * part + 1], x[4 * part + 2], x[4 * part + 3]);
}

template <class D>
HWY_INLINE void butterfly(D d, Complex<D> (&x)[16]) {
  butterfly16_begin(d, x);
#pragma GCC unroll 4
  for (std::size_t part = 0; part < 4; ++part) butterfly16_end(d, x, part);
  const auto swap = [&x](std::size_t a, std::size_t b) HWY_ATTR {
    const auto old = x[a];
    x[a] = x[b];
    x[b] = old;
  };
  swap(1, 4), swap(2, 8), swap(3, 12), swap(6, 9), swap(7, 13), swap(11, 14);
}

// Lengths that are products of two coprime ones: with n = B a + A b no factors are needed in between (Good).
template <std::size_t A, std::size_t B, class D>
HWY_INLINE void butterfly_of_coprimes(D d, Complex<D> (&x)[A * B]) {
  Complex<D> rows[A][B];
#pragma GCC unroll 16
  for (std::size_t a = 0; a < A; ++a) {
#pragma GCC unroll 16
    for (std::size_t b = 0; b < B; ++b) rows[a][b] = x[(B * a + A * b) % (A * B)];
    butterfly(d, rows[a]);
  }
#pragma GCC unroll 16
  for (std::size_t b = 0; b < B; ++b) {
    Complex<D> column[A];
#pragma GCC unroll 16
    for (std::size_t a = 0; a < A; ++a) column[a] = rows[a][b];
    butterfly(d, column);
#pragma GCC unroll 16
    for (std::size_t a = 0; a < A; ++a) rows[a][b] = column[a];
  }
#pragma GCC unroll 32
  for (std::size_t k = 0; k < A * B; ++k) x[k] = rows[k % A][k % B];
}

template <class D>
HWY_INLINE void butterfly(D d, Complex<D> (&x)[6]) {
  butterfly_of_coprimes<2, 3>(d, x);
}
template <class D>
HWY_INLINE void butterfly(D d, Complex<D> (&x)[10]) {
  butterfly_of_coprimes<2, 5>(d, x);
}
template <class D>
HWY_INLINE void butterfly(D d, Complex<D> (&x)[12]) {
  butterfly_of_coprimes<4, 3>(d, x);
}
template <class D>
HWY_INLINE void butterfly(D d, Complex<D> (&x)[14]) {
  butterfly_of_coprimes<2, 7>(d, x);
}
template <class D>
HWY_INLINE void butterfly(D d, Complex<D> (&x)[15]) {
  butterfly_of_coprimes<3, 5>(d, x);
}

template <class D>
HWY_INLINE void butterfly(D d, Complex<D> (&x)[20]) {
  butterfly_of_coprimes<4, 5>(d, x);
}
template <class D>
HWY_INLINE void butterfly(D d, Complex<D> (&x)[22]) {
  butterfly_of_coprimes<2, 11>(d, x);
}
template <class D>
HWY_INLINE void butterfly(D d, Complex<D> (&x)[26]) {
  butterfly_of_coprimes<2, 13>(d, x);
}

// Three by three, with ninths of a turn in between.
template <class D>
HWY_INLINE void butterfly(D d, Complex<D> (&x)[9]) {
  const auto turn = [d](float cos, float sin) HWY_ATTR { return Complex<D>{hn::Set(d, cos), hn::Set(d, -sin)}; };
  const auto ninth = turn(0.76604444311897803520F, 0.64278760968653932632F);
  const auto two_ninths = turn(0.17364817766693034885F, 0.98480775301220805937F);
  const auto four_ninths = turn(-0.93969262078590838405F, 0.34202014332566873304F);
  Complex<D> rows[3][3] = {{x[0], x[3], x[6]}, {x[1], x[4], x[7]}, {x[2], x[5], x[8]}};
#pragma GCC unroll 3
  for (std::size_t b = 0; b < 3; ++b) butterfly(d, rows[b]);
  rows[1][1] = rows[1][1] * ninth;
  rows[1][2] = rows[1][2] * two_ninths;
  rows[2][1] = rows[2][1] * two_ninths;
  rows[2][2] = rows[2][2] * four_ninths;
#pragma GCC unroll 3
  for (std::size_t k = 0; k < 3; ++k) {
    Complex<D> column[3] = {rows[0][k], rows[1][k], rows[2][k]};
    butterfly(d, column);
    x[k] = column[0];
    x[k + 3] = column[1];
    x[k + 6] = column[2];
  }
}
template <class D>
HWY_INLINE void butterfly(D d, Complex<D> (&x)[18]) {
  butterfly_of_coprimes<2, 9>(d, x);
}

}  // namespace gpufft::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif

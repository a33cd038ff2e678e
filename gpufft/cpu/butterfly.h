// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <numbers>

namespace gpufft::cpu {

// A complex number without the care for infinities that keeps std::complex out of vector registers.
template <typename Real>
struct Point {
  Real re, im;

  friend constexpr Point operator+(Point a, Point b) { return {a.re + b.re, a.im + b.im}; }
  friend constexpr Point operator-(Point a, Point b) { return {a.re - b.re, a.im - b.im}; }
  friend constexpr Point operator*(Point a, Point b) { return {a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re}; }
  friend constexpr Point operator*(Real a, Point b) { return {a * b.re, a * b.im}; }
  constexpr Point times_minus_i() const { return {im, -re}; }
};

// Forward transforms of 2, 3, 4 and 5 points, in place. Always inline: a call in a loop keeps it from being vectorised.
template <typename Real>
[[gnu::always_inline]] inline void butterfly(std::array<Point<Real>, 2>& x) {
  x = {x[0] + x[1], x[0] - x[1]};
}

template <typename Real>
[[gnu::always_inline]] inline void butterfly(std::array<Point<Real>, 3>& x) {
  constexpr Real kSin = std::numbers::sqrt3_v<Real> / 2;
  const auto sum = x[1] + x[2];
  const auto middle = x[0] - Real(0.5) * sum;
  const auto side = kSin * (x[1] - x[2]).times_minus_i();
  x = {x[0] + sum, middle + side, middle - side};
}

template <typename Real>
[[gnu::always_inline]] inline void butterfly(std::array<Point<Real>, 4>& x) {
  const auto even_sum = x[0] + x[2], even_difference = x[0] - x[2];
  const auto odd_sum = x[1] + x[3], odd_difference = (x[1] - x[3]).times_minus_i();
  x = {even_sum + odd_sum, even_difference + odd_difference, even_sum - odd_sum, even_difference - odd_difference};
}

template <typename Real>
[[gnu::always_inline]] inline void butterfly(std::array<Point<Real>, 5>& x) {
  constexpr auto kCos1 = static_cast<Real>(0.30901699437494742410), kCos2 = static_cast<Real>(-0.80901699437494742410);
  constexpr auto kSin1 = static_cast<Real>(0.95105651629515357212), kSin2 = static_cast<Real>(0.58778525229247312917);
  const auto sum1 = x[1] + x[4], sum2 = x[2] + x[3];
  const auto difference1 = (x[1] - x[4]).times_minus_i(), difference2 = (x[2] - x[3]).times_minus_i();
  const auto middle1 = x[0] + kCos1 * sum1 + kCos2 * sum2, middle2 = x[0] + kCos2 * sum1 + kCos1 * sum2;
  const auto side1 = kSin1 * difference1 + kSin2 * difference2, side2 = kSin2 * difference1 - kSin1 * difference2;
  x = {x[0] + sum1 + sum2, middle1 + side1, middle2 + side2, middle2 - side2, middle1 - side1};
}

}  // namespace gpufft::cpu

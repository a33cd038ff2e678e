// SPDX-License-Identifier: MIT
#pragma once

#include <bit>
#include <cstdint>

// One lane of the float operations (reference 3.2), under TruncatingRounding.
namespace qpu::float_lane {

inline constexpr std::uint32_t kExponent = 0x7f800000, kMagnitude = 0x7fffffff, kSign = 0x80000000;
// Also the result of a truncated sum or product that overflows.
inline constexpr std::uint32_t kMostFinite = 0x7f7fffff;

inline float as_float(std::uint32_t bits) { return std::bit_cast<float>(bits); }
inline std::uint32_t as_bits(float value) { return std::bit_cast<std::uint32_t>(value); }

// Zeros and denormals count as +0.
inline std::uint32_t flushed(std::uint32_t bits) { return (bits & kExponent) != 0 ? bits : 0; }
inline bool infinite(std::uint32_t bits) { return (bits & kExponent) == kExponent; }

// Overflow is Inf [U6], what is too small is +0 [U7].
inline std::uint32_t truncated(double exact) {
  constexpr double kTooLarge = 0x1p128;
  if (exact >= kTooLarge) return kExponent;
  if (exact <= -kTooLarge) return kExponent | kSign;
  return flushed(as_bits(static_cast<float>(exact)));
}

// Every pattern with exponent 255 is Inf, and of two the second wins. A sum in double is cut where the float is or
// further down, and cutting twice toward zero is cutting once.
inline std::uint32_t add(std::uint32_t a, std::uint32_t b) {
  if (infinite(b)) return kExponent | (b & kSign);
  if (infinite(a)) return kExponent | (a & kSign);
  return truncated(double{as_float(flushed(a))} + double{as_float(flushed(b))});
}

// Zero times Inf is zero. The product of two floats is exact in double.
inline std::uint32_t multiply(std::uint32_t a, std::uint32_t b) {
  if (flushed(a) == 0 || flushed(b) == 0) return 0;
  if (infinite(a) || infinite(b)) return kExponent | ((a ^ b) & kSign);
  return truncated(double{as_float(a)} * double{as_float(b)});
}

// Orders raw patterns as sign and magnitude, -0 equal to +0.
inline std::int32_t order(std::uint32_t bits) {
  const auto magnitude = static_cast<std::int32_t>(bits & kMagnitude);
  return (bits & kSign) != 0 ? -magnitude : magnitude;
}

// Out of range, Inf and NaN give 0 (U8).
inline std::uint32_t to_integer(std::uint32_t bits) {
  constexpr std::uint32_t kTwoTo31 = 0x4f000000;
  const bool fits = (bits & kMagnitude) < kTwoTo31;
  const auto value = static_cast<std::uint32_t>(static_cast<std::int32_t>(as_float(fits ? bits : 0)));
  return bits == (kTwoTo31 | kSign) ? kSign : value;
}

}  // namespace qpu::float_lane

// SPDX-License-Identifier: MIT
#include "qpu/emulator/sfu.h"

#include <algorithm>
#include <cmath>

#include "qpu/emulator/float_lane.h"

namespace qpu {
namespace {

using namespace float_lane;

// How far the tables lie above the exact values, in units of the last of the 15 bits, before truncation. Chosen so that
// as many captured samples as possible match bit for bit: all of exp2, five of six of recip, three of six of rsqrt.
constexpr double kRecipBias = 1.3, kRecipSqrtBias = 1.8, kExpBias = 1.1, kNegativeExpBias = -0.9;
constexpr double kUnit = 0x1p-15;
constexpr std::uint32_t kFraction = 0xffffff00;

// A positive value as the unit returns it.
std::uint32_t cut(double exact, double bias) {
  int exponent = 0;
  const double mantissa = 2 * std::frexp(exact, &exponent);
  return truncated(std::ldexp(mantissa + bias * kUnit, exponent - 1)) & kFraction;
}

std::uint32_t recip(std::uint32_t operand) {
  const std::uint32_t sign = operand & kSign, magnitude = flushed(operand & kMagnitude);
  if (magnitude == 0) return kExponent;
  if (infinite(magnitude)) return 0;
  return cut(1 / double{as_float(magnitude)}, kRecipBias) | sign;
}

std::uint32_t recip_sqrt(std::uint32_t operand) {
  const std::uint32_t magnitude = flushed(operand & kMagnitude);
  if (magnitude == 0) return kExponent;
  if (infinite(magnitude)) return 0;
  return cut(1 / std::sqrt(double{as_float(magnitude)}), kRecipSqrtBias);
}

std::uint32_t exp2(std::uint32_t operand) {
  constexpr double kOutOfRange = 160;
  const bool negative = (operand & kSign) != 0;
  if (infinite(operand)) return negative ? 0 : kExponent;
  const double power = std::clamp(double{as_float(flushed(operand))}, -kOutOfRange, kOutOfRange);
  return cut(std::exp2(power), negative && power != 0 ? kNegativeExpBias : kExpBias);
}

// Chords over 32 parts of an octave, truncated to 16 binary places; a negative result is the complement of its bits.
// This is what the captured samples show, and no chord lies further below the exact values than they do.
std::uint32_t log2(std::uint32_t operand) {
  constexpr double kParts = 32, kPlaces = 0x1p16, kDepth = 5.4e-5;
  const std::uint32_t magnitude = flushed(operand & kMagnitude);
  if (magnitude == 0) return kExponent | kSign;
  if (infinite(magnitude)) return kExponent;
  int exponent = 0;
  const double mantissa = 2 * std::frexp(double{as_float(magnitude)}, &exponent);
  const double part = std::floor((mantissa - 1) * kParts), from = std::log2(1 + part / kParts);
  const double to = std::log2(1 + (part + 1) / kParts);
  const double chord = from + ((mantissa - 1) * kParts - part) * (to - from);
  const double fraction = std::max(chord, std::log2(mantissa) - kDepth);
  const double whole = std::floor((exponent - 1 + fraction) * kPlaces);
  return as_bits(static_cast<float>((whole < 0 ? whole + 1 : whole) / kPlaces));
}

}  // namespace

std::uint32_t sfu(SfuFunction function, std::uint32_t operand) {
  switch (function) {
    case SfuFunction::Recip:
      return recip(operand);
    case SfuFunction::RecipSqrt:
      return recip_sqrt(operand);
    case SfuFunction::Exp:
      return exp2(operand);
    case SfuFunction::Log:
      return log2(operand);
  }
  return 0;
}

}  // namespace qpu

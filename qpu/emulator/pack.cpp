// SPDX-License-Identifier: MIT
#include "qpu/emulator/pack.h"

#include <algorithm>
#include <bit>

namespace qpu {
namespace {

using std::int32_t;
using std::uint32_t;

constexpr uint32_t kMost = 0x7fffffff, kLeast = 0x80000000;
constexpr int kFloatBias = 127, kHalfBias = 15, kMantissaDifference = 23 - 10;

uint32_t half_to_float(uint32_t half) {
  const uint32_t sign = (half & 0x8000) << 16, mantissa = (half & 0x3ff) << kMantissaDifference;
  const uint32_t exponent = half >> 10 & 31;
  if (exponent == 0) return sign | mantissa;  // U13: not normalised
  if (exponent == 31) return sign | 0x7f800000 | mantissa;
  return sign | (exponent + kFloatBias - kHalfBias) << 23 | mantissa;
}

// byte / 255, truncated. The quotient's bits are the byte's, repeated.
uint32_t byte_to_float(uint32_t byte) {
  if (byte == 0) return 0;
  if (byte == 255) return 0x3f800000;
  const uint32_t repeated = byte << 24 | byte << 16 | byte << 8 | byte;
  const int shift = std::countl_zero(repeated);
  const uint32_t mantissa = static_cast<uint32_t>((uint64_t{repeated} << 32 | repeated) << shift >> 40) & 0x7fffff;
  return static_cast<uint32_t>(kFloatBias - 1 - shift) << 23 | mantissa;
}

// U12: to nearest, halves away from zero, as the captured vectors allow. Too small is +0, Inf and NaN are Inf.
uint32_t float_to_half(uint32_t word) {
  const uint32_t sign = word >> 16 & 0x8000;
  if ((word & 0x7f800000) == 0x7f800000) return sign | 0x7c00;
  const uint32_t rounded = (word & kMost) + (1u << (kMantissaDifference - 1));
  const int exponent = static_cast<int>(rounded >> 23) - kFloatBias + kHalfBias;
  if (exponent <= 0) return 0;
  if (exponent >= 31) return sign | 0x7c00;
  return sign | static_cast<uint32_t>(exponent) << 10 | (rounded >> kMantissaDifference & 0x3ff);
}

uint32_t clamped(uint32_t value, int32_t least, int32_t most) {
  return static_cast<uint32_t>(std::clamp(static_cast<int32_t>(value), least, most));
}

bool overflows(const PackedResult& s) {
  if (s.op == AddOp::Add) return ((s.a ^ s.result) & (s.b ^ s.result) & kLeast) != 0;
  if (s.op == AddOp::Sub) return ((s.a ^ s.b) & (s.a ^ s.result) & kLeast) != 0;
  return false;
}

// Reference 3.4: what stands for a sum or difference that overflowed. For a difference it is the wrong way round.
uint32_t saturated(const PackedResult& s) {
  const bool carry = s.op == AddOp::Add ? s.result < s.a : s.a < s.b;
  return carry ? kLeast : kMost;
}

bool saturates(Pack pack) { return pack >= Pack::Saturate32; }

uint32_t half_of(const PackedResult& s) {
  if (s.is_float) return float_to_half(s.result);
  if (!overflows(s)) return saturates(s.pack) ? clamped(s.result, -0x8000, 0x7fff) : s.result;
  if (!saturates(s.pack)) return saturated(s) == kLeast ? 0x8000 : 0x7fff;
  if (s.op == AddOp::Sub) return clamped(saturated(s), -0x8000, 0x7fff);
  if (s.a == kLeast && s.b == kLeast) return 0x8000;
  return s.a == kMost && s.b == kMost ? 0x7fff : 0;
}

uint32_t byte_of(const PackedResult& s) {
  if (!overflows(s)) return saturates(s.pack) ? clamped(s.result, 0, 255) : s.result;
  if (!saturates(s.pack)) return saturated(s);
  return s.op == AddOp::Sub ? clamped(saturated(s), 0, 255) : 0;
}

uint32_t merged(uint32_t old, uint32_t value, uint32_t mask, int shift) {
  return (old & ~(mask << shift)) | (value & mask) << shift;
}

}  // namespace

uint32_t unpacked(Unpack unpack, bool to_float, uint32_t word) {
  switch (unpack) {
    case Unpack::None:
      return word;
    case Unpack::Half0:
    case Unpack::Half1: {
      const uint32_t half = unpack == Unpack::Half0 ? word & 0xffff : word >> 16;
      return to_float ? half_to_float(half) : static_cast<uint32_t>(int32_t{static_cast<std::int16_t>(half)});
    }
    case Unpack::ReplicateByte3:
      return (word >> 24) * 0x01010101;
    default: {
      const int shift = 8 * (static_cast<int>(unpack) - static_cast<int>(Unpack::Byte0));
      const uint32_t byte = word >> shift & 255;
      return to_float ? byte_to_float(byte) : byte;
    }
  }
}

uint32_t packed(const PackedResult& source, uint32_t old) {
  switch (source.pack) {
    case Pack::None:
      return source.result;
    case Pack::Saturate32:
      return overflows(source) ? saturated(source) : source.result;
    case Pack::Half0:
    case Pack::SaturateHalf0:
      return merged(old, half_of(source), 0xffff, 0);
    case Pack::Half1:
    case Pack::SaturateHalf1:
      return merged(old, half_of(source), 0xffff, 16);
    case Pack::Replicate:
    case Pack::SaturateReplicate:
      return (byte_of(source) & 255) * 0x01010101;
    default:
      return merged(old, byte_of(source), 0xff, 8 * (static_cast<int>(source.pack) & 3));
  }
}

// U12: rounds; for all other codes, including reserved ones, the result is unchanged.
uint32_t colour_packed(Pack pack, uint32_t result, uint32_t old) {
  const float value = std::bit_cast<float>(result);
  const float inside = value > 1.0F ? 1.0F : value > 0.0F ? value : 0.0F;
  const auto byte = static_cast<uint32_t>(static_cast<double>(inside) * 255 + 0.5);
  if (pack == Pack::Replicate) return byte * 0x01010101;
  if (pack >= Pack::Byte0 && pack <= Pack::Byte3) return merged(old, byte, 0xff, 8 * (static_cast<int>(pack) & 3));
  return result;
}

}  // namespace qpu

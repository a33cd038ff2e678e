// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

// The subset of Highway that the kernels use, for one lane: for processors without a vector unit, and for builds
// without Highway.
#define HWY_NAMESPACE N_PLAIN
#define HWY_SCALAR 1
#define HWY_AVX3 0
#define HWY_TARGET HWY_SCALAR
#define HWY_BEFORE_NAMESPACE() static_assert(true)
#define HWY_AFTER_NAMESPACE() static_assert(true)
#define HWY_INLINE inline __attribute__((always_inline))
#define HWY_ATTR

namespace hwy {
inline void FlushStream() {}  // nothing is streamed
}  // namespace hwy

namespace hwy::N_PLAIN {

template <typename T>
struct Lane {
  using Element = T;
};
template <typename T, std::size_t>
using CappedTag = Lane<T>;
template <typename T, class D>
using Rebind = Lane<T>;
template <class D>
using RebindToSigned = Lane<std::int32_t>;
template <class D>
using Vec = typename D::Element;

template <class D>
constexpr std::size_t MaxLanes(D) {
  return 1;
}

template <typename T>
T Load(Lane<T>, const T* from) {
  return *from;
}
template <typename T>
T LoadU(Lane<T>, const T* from) {
  T value;
  std::memcpy(&value, from, sizeof value);  // at any alignment
  return value;
}
template <typename T>
void Store(T value, Lane<T>, T* to) {
  *to = value;
}
template <typename T>
void StoreU(T value, Lane<T>, T* to) {
  std::memcpy(to, &value, sizeof value);
}
template <typename T>
T Set(Lane<T>, T value) {
  return value;
}
template <typename T>
T Zero(Lane<T>) {
  return 0;
}

inline float Add(float a, float b) { return a + b; }
inline float Sub(float a, float b) { return a - b; }
inline float Mul(float a, float b) { return a * b; }
inline float Neg(float a) { return -a; }
inline float MulAdd(float a, float b, float c) { return a * b + c; }
inline float NegMulAdd(float a, float b, float c) { return c - a * b; }
inline float Max(float a, float b) { return a > b ? a : b; }
inline float Min(float a, float b) { return a < b ? a : b; }
inline float Abs(float a) { return a < 0 ? -a : a; }
inline bool Lt(float a, float b) { return a < b; }
inline float IfThenElse(bool condition, float a, float b) { return condition ? a : b; }
inline float IfThenElseZero(bool condition, float a) { return condition ? a : 0; }

inline std::int32_t Sub(std::int32_t a, std::int32_t b) {
  return static_cast<std::int32_t>(static_cast<std::uint32_t>(a) - static_cast<std::uint32_t>(b));
}
inline std::int32_t And(std::int32_t a, std::int32_t b) { return a & b; }
template <int Bits>
std::int32_t ShiftLeft(std::int32_t a) {
  return static_cast<std::int32_t>(static_cast<std::uint32_t>(a) << Bits);
}
template <int Bits>
std::int32_t ShiftRight(std::int32_t a) {
  return a >> Bits;
}
template <typename T>
std::int32_t PromoteTo(Lane<std::int32_t>, T value) {
  return value;
}
template <typename T>
T DemoteTo(Lane<T>, std::int32_t value) {
  return static_cast<T>(value);  // for numbers that fit T
}
template <typename To, typename From>
To BitCast(Lane<To>, From value) {
  return __builtin_bit_cast(To, value);
}
inline float ConvertTo(Lane<float>, std::int32_t value) { return static_cast<float>(value); }

}  // namespace hwy::N_PLAIN

// SPDX-License-Identifier: MIT
#include "qpu/emulator/alu.h"

#include <array>
#include <bit>
#include <cfenv>

#include "qpu/emulator/float_lane.h"

namespace qpu {
namespace {

using std::uint32_t;

uint32_t mask(bool condition) { return condition ? ~uint32_t{0} : 0; }
int32_t as_signed(uint32_t value) { return static_cast<int32_t>(value); }

// One operation is a value for a lane and a carry for a lane, which gets the result as well.
struct NoCarry {
  static bool carry(uint32_t, uint32_t, uint32_t) { return false; }
};
struct PositiveIsCarry {
  static bool carry(uint32_t, uint32_t, uint32_t result) { return as_signed(result) > 0; }
};
struct GreaterIsCarry {
  static bool carry(uint32_t a, uint32_t b, uint32_t) { return float_lane::order(a) > float_lane::order(b); }
};

struct Fadd : PositiveIsCarry {
  static uint32_t quick(uint32_t a, uint32_t b) {
    using namespace float_lane;
    return flushed(as_bits(as_float(flushed(a)) + as_float(flushed(b))));
  }
  static uint32_t with_infinities(uint32_t a, uint32_t b, uint32_t finite) {
    using namespace float_lane;
    const uint32_t one = infinite(a) ? kExponent | (a & kSign) : finite;
    return infinite(b) ? kExponent | (b & kSign) : one;
  }
  static uint32_t exact(uint32_t a, uint32_t b) { return float_lane::add(a, b); }
};
struct Fsub : PositiveIsCarry {
  static uint32_t quick(uint32_t a, uint32_t b) { return Fadd::quick(a, b ^ float_lane::kSign); }
  static uint32_t with_infinities(uint32_t a, uint32_t b, uint32_t finite) {
    return Fadd::with_infinities(a, b ^ float_lane::kSign, finite);
  }
  static uint32_t exact(uint32_t a, uint32_t b) { return float_lane::add(a, b ^ float_lane::kSign); }
};
struct Fmul : NoCarry {
  static uint32_t quick(uint32_t a, uint32_t b) {
    using namespace float_lane;
    return flushed(as_bits(as_float(flushed(a)) * as_float(flushed(b))));
  }
  static uint32_t with_infinities(uint32_t a, uint32_t b, uint32_t finite) {
    using namespace float_lane;
    const uint32_t either = infinite(a) || infinite(b) ? kExponent | ((a ^ b) & kSign) : finite;
    return flushed(a) == 0 || flushed(b) == 0 ? 0 : either;
  }
  static uint32_t exact(uint32_t a, uint32_t b) { return float_lane::multiply(a, b); }
};

struct Fmin : GreaterIsCarry {
  static uint32_t value(uint32_t a, uint32_t b) { return carry(a, b, 0) ? b : a; }
};
struct Fmax : GreaterIsCarry {
  static uint32_t value(uint32_t a, uint32_t b) { return carry(a, b, 0) ? a : b; }
};
template <typename Plain>
struct OfMagnitudes {
  static uint32_t value(uint32_t a, uint32_t b) {
    return Plain::value(a & float_lane::kMagnitude, b & float_lane::kMagnitude);
  }
  static bool carry(uint32_t a, uint32_t b, uint32_t) {
    return (a & float_lane::kMagnitude) > (b & float_lane::kMagnitude);
  }
};
struct Ftoi : NoCarry {
  static uint32_t value(uint32_t a, uint32_t) { return float_lane::to_integer(a); }
};
struct Itof {
  static uint32_t value(uint32_t a, uint32_t) { return float_lane::as_bits(static_cast<float>(as_signed(a))); }
  static bool carry(uint32_t a, uint32_t, uint32_t) { return as_signed(a) > 0; }  // U9
};

struct Add {
  static uint32_t value(uint32_t a, uint32_t b) { return a + b; }
  static bool carry(uint32_t a, uint32_t, uint32_t result) { return result < a; }
};
struct Sub {
  static uint32_t value(uint32_t a, uint32_t b) { return a - b; }
  static bool carry(uint32_t a, uint32_t b, uint32_t) { return a < b; }
};
struct Shr {
  static uint32_t value(uint32_t a, uint32_t b) { return a >> (b & 31); }
  static bool carry(uint32_t a, uint32_t b, uint32_t) { return (uint64_t{a} << 1 >> (b & 31) & 1) != 0; }
};
struct Asr {
  static uint32_t value(uint32_t a, uint32_t b) { return static_cast<uint32_t>(as_signed(a) >> (b & 31)); }
  static bool carry(uint32_t a, uint32_t b, uint32_t) { return Shr::carry(a, b, 0); }
};
struct Ror : NoCarry {
  static uint32_t value(uint32_t a, uint32_t b) { return a >> (b & 31) | a << ((32 - (b & 31)) & 31); }
};
struct Shl {
  static uint32_t value(uint32_t a, uint32_t b) { return a << (b & 31); }
  static bool carry(uint32_t a, uint32_t b, uint32_t) { return (uint64_t{a} << (b & 31) >> 32 & 1) != 0; }
};
struct Min {
  static uint32_t value(uint32_t a, uint32_t b) { return as_signed(a) > as_signed(b) ? b : a; }
  static bool carry(uint32_t a, uint32_t b, uint32_t) { return as_signed(a) > as_signed(b); }
};
struct Max {
  static uint32_t value(uint32_t a, uint32_t b) { return as_signed(a) > as_signed(b) ? a : b; }
  static bool carry(uint32_t a, uint32_t b, uint32_t) { return as_signed(a) > as_signed(b); }
};
struct And : NoCarry {
  static uint32_t value(uint32_t a, uint32_t b) { return a & b; }
};
struct Or : NoCarry {
  static uint32_t value(uint32_t a, uint32_t b) { return a | b; }
};
struct Xor : NoCarry {
  static uint32_t value(uint32_t a, uint32_t b) { return a ^ b; }
};
struct Not : NoCarry {
  static uint32_t value(uint32_t a, uint32_t) { return ~a; }
};
struct Clz : NoCarry {
  static uint32_t value(uint32_t a, uint32_t) { return static_cast<uint32_t>(std::countl_zero(a)); }
};
struct Mul24 {
  static uint32_t value(uint32_t a, uint32_t b) { return (a & 0xffffff) * (b & 0xffffff); }
  // U10: the sources disagree.
  static bool carry(uint32_t a, uint32_t b, uint32_t) { return uint64_t{a & 0xffffff} * (b & 0xffffff) > 0xffffff; }
};

struct V8Adds {
  static unsigned byte(unsigned a, unsigned b) { return a + b > 255 ? 255 : a + b; }
};
struct V8Subs {
  static unsigned byte(unsigned a, unsigned b) { return a > b ? a - b : 0; }
};
struct V8Min {
  static unsigned byte(unsigned a, unsigned b) { return a < b ? a : b; }
};
struct V8Max {
  static unsigned byte(unsigned a, unsigned b) { return a > b ? a : b; }
};
struct V8Muld {
  static unsigned byte(unsigned a, unsigned b) { return (a * b + 127) / 255; }
};

template <typename Operation>
[[gnu::always_inline]] inline void over_lanes(const Lanes& a, const Lanes& b, Lanes& result, Lanes* carry) {
  for (int i = 0; i < kLanes; ++i) result[i] = Operation::value(a[i], b[i]);
  if (carry == nullptr) return;
  for (int i = 0; i < kLanes; ++i) (*carry)[i] = mask(Operation::carry(a[i], b[i], result[i]));
}

// Whether the largest finite number is itself or an overflow is decided by an exact result.
template <typename Operation>
[[gnu::always_inline]] inline void look_again(const Lanes& a, const Lanes& b, Lanes& result) {
  uint32_t unclear = 0;
  for (int i = 0; i < kLanes; ++i) {
    result[i] = Operation::with_infinities(a[i], b[i], result[i]);
    unclear |= mask((result[i] & float_lane::kMagnitude) == float_lane::kMostFinite);
  }
  if (unclear == 0) return;
  for (int i = 0; i < kLanes; ++i) result[i] = Operation::exact(a[i], b[i]);
}

// The processor's sums and products equal the QPU's except for Inf, NaN and overflow.
template <typename Operation>
[[gnu::always_inline]] inline void over_floats(const Lanes& a, const Lanes& b, Lanes& result, Lanes* carry) {
  uint32_t suspicious = 0;
  for (int i = 0; i < kLanes; ++i) {
    result[i] = Operation::quick(a[i], b[i]);
    suspicious |= mask((result[i] & float_lane::kMagnitude) >= float_lane::kMostFinite);
  }
  if (suspicious != 0) look_again<Operation>(a, b, result);
  if (carry == nullptr) return;
  for (int i = 0; i < kLanes; ++i) (*carry)[i] = mask(Operation::carry(a[i], b[i], result[i]));
}

template <typename Operation>
[[gnu::always_inline]] inline void over_bytes(const Lanes& a, const Lanes& b, Lanes& result, Lanes* carry) {
  const auto* x = reinterpret_cast<const unsigned char*>(a.lane);
  const auto* y = reinterpret_cast<const unsigned char*>(b.lane);
  auto* bytes = reinterpret_cast<unsigned char*>(result.lane);
  for (unsigned i = 0; i < sizeof a.lane; ++i) bytes[i] = static_cast<unsigned char>(Operation::byte(x[i], y[i]));
  if (carry != nullptr) *carry = broadcast(0);
}

// Each kind of loop once for any processor and once for those with better vectors. They stay 16 bytes wide:
// wider loads of what was stored 16 bytes at a time wait for the store buffer, which costs more than they gain.
#if defined(__x86_64__) && defined(__clang__)
#define QPU_BETTER [[gnu::target("avx2")]]
#elif defined(__x86_64__)
#define QPU_BETTER [[gnu::target("avx2,prefer-vector-width=128")]]
#else
#define QPU_BETTER
#endif

bool has_better() {
#if defined(__x86_64__)
  return __builtin_cpu_supports("avx2") != 0;
#else
  return false;
#endif
}

struct Choice {
  LaneOperation plain = nullptr, better = nullptr;
};
#define QPU_KIND_OF_LOOP(name)                                                                 \
  template <typename Operation>                                                                \
  void name##_plain(const Lanes& a, const Lanes& b, Lanes& result, Lanes* carry) {             \
    over_##name<Operation>(a, b, result, carry);                                               \
  }                                                                                            \
  template <typename Operation>                                                                \
  QPU_BETTER void name##_better(const Lanes& a, const Lanes& b, Lanes& result, Lanes* carry) { \
    over_##name<Operation>(a, b, result, carry);                                               \
  }                                                                                            \
  template <typename Operation>                                                                \
  constexpr Choice name{name##_plain<Operation>, name##_better<Operation>};
QPU_KIND_OF_LOOP(lanes)
QPU_KIND_OF_LOOP(floats)
QPU_KIND_OF_LOOP(bytes)
#undef QPU_KIND_OF_LOOP

constexpr std::array<Choice, 32> kAdd = {{
    {},
    floats<Fadd>,
    floats<Fsub>,
    lanes<Fmin>,
    lanes<Fmax>,
    lanes<OfMagnitudes<Fmin>>,
    lanes<OfMagnitudes<Fmax>>,
    lanes<Ftoi>,
    lanes<Itof>,
    {},
    {},
    {},
    lanes<Add>,
    lanes<Sub>,
    lanes<Shr>,
    lanes<Asr>,
    lanes<Ror>,
    lanes<Shl>,
    lanes<Min>,
    lanes<Max>,
    lanes<And>,
    lanes<Or>,
    lanes<Xor>,
    lanes<Not>,
    lanes<Clz>,
    {},
    {},
    {},
    {},
    {},
    bytes<V8Adds>,
    bytes<V8Subs>,
}};
constexpr std::array<Choice, 8> kMul = {{
    {},
    floats<Fmul>,
    lanes<Mul24>,
    bytes<V8Muld>,
    bytes<V8Min>,
    bytes<V8Max>,
    bytes<V8Adds>,
    bytes<V8Subs>,
}};

LaneOperation chosen(const Choice& choice) {
  static const bool better = has_better();
  return better ? choice.better : choice.plain;
}

}  // namespace

LaneOperation add_operation(AddOp op) { return chosen(kAdd[static_cast<std::size_t>(op)]); }
LaneOperation mul_operation(MulOp op) { return chosen(kMul[static_cast<std::size_t>(op)]); }

TruncatingRounding::TruncatingRounding() : before_(std::fegetround()) { std::fesetround(FE_TOWARDZERO); }
TruncatingRounding::~TruncatingRounding() { std::fesetround(before_); }

}  // namespace qpu

// SPDX-License-Identifier: MIT
#include "qpu/hazards/known_lanes.h"

#include <cstddef>

namespace qpu {
namespace {

template <typename Operation>
LaneValues each(const LaneValues& a, const LaneValues& b, Operation operation) {
  LaneValues result{};
  for (std::size_t lane = 0; lane < result.size(); ++lane) result[lane] = operation(a[lane], b[lane]);
  return result;
}

template <typename Predicate>
LaneMask lanes_where(const LaneValues& a, const LaneValues& b, Predicate holds) {
  LaneMask mask = 0;
  for (std::size_t lane = 0; lane < a.size(); ++lane)
    if (holds(a[lane], b[lane])) mask = static_cast<LaneMask>(mask | 1u << lane);
  return mask;
}

std::optional<LaneMask> inverted(std::optional<LaneMask> mask) {
  return mask ? std::optional(static_cast<LaneMask>(~*mask)) : std::nullopt;
}

void keep_if_same(std::optional<LaneMask>& mask, const std::optional<LaneMask>& other) {
  if (mask != other) mask.reset();
}

// Reference 3.3; what the shifts leave in the carry is not followed.
std::optional<LaneMask> carry_of(AddOp op, const LaneValues& a, const LaneValues& b) {
  using U = std::uint32_t;
  switch (op) {
    case AddOp::Add:
      return lanes_where(a, b, [](U x, U y) { return x + y < x; });
    case AddOp::Sub:
      return lanes_where(a, b, [](U x, U y) { return x < y; });
    case AddOp::And:
    case AddOp::Or:
    case AddOp::Xor:
    case AddOp::Not:
      return LaneMask{0};
    default:
      return std::nullopt;
  }
}

}  // namespace

std::optional<LaneMask> KnownFlags::where(Condition condition) const {
  switch (condition) {
    case Condition::Never:
      return LaneMask{0};
    case Condition::Always:
      return kAllLanes;
    case Condition::ZeroSet:
      return zero;
    case Condition::ZeroClear:
      return inverted(zero);
    case Condition::NegativeSet:
      return negative;
    case Condition::NegativeClear:
      return inverted(negative);
    case Condition::CarrySet:
      return carry;
    case Condition::CarryClear:
      return inverted(carry);
  }
  return std::nullopt;
}

void KnownFlags::merge(const KnownFlags& other) {
  keep_if_same(zero, other.zero);
  keep_if_same(negative, other.negative);
  keep_if_same(carry, other.carry);
}

std::optional<LaneValues> lanes_of(AddOp op, const LaneValues& a, const LaneValues& b) {
  using U = std::uint32_t;
  switch (op) {
    case AddOp::Add:
      return each(a, b, [](U x, U y) { return x + y; });
    case AddOp::Sub:
      return each(a, b, [](U x, U y) { return x - y; });
    case AddOp::Shl:
      return each(a, b, [](U x, U y) { return x << (y & 31); });
    case AddOp::Shr:
      return each(a, b, [](U x, U y) { return x >> (y & 31); });
    case AddOp::And:
      return each(a, b, [](U x, U y) { return x & y; });
    case AddOp::Or:
      return each(a, b, [](U x, U y) { return x | y; });
    case AddOp::Xor:
      return each(a, b, [](U x, U y) { return x ^ y; });
    case AddOp::Not:
      return each(a, b, [](U x, U) { return ~x; });
    default:
      return std::nullopt;
  }
}

KnownFlags flags_of(AddOp op, const LaneValues& a, const LaneValues& b) {
  const std::optional<LaneValues> result = lanes_of(op, a, b);
  if (!result) return {};
  KnownFlags flags = flags_of(*result);
  flags.carry = carry_of(op, a, b);
  return flags;
}

KnownFlags flags_of(const LaneValues& moved) {
  using U = std::uint32_t;
  return {.zero = lanes_where(moved, moved, [](U x, U) { return x == 0; }),
          .negative = lanes_where(moved, moved, [](U x, U) { return x >> 31 != 0; }),
          .carry = LaneMask{0}};
}

}  // namespace qpu

// SPDX-License-Identifier: MIT
#include "qpu/hazards/values_of.h"

#include <cstdint>

#include "qpu/small_immediate.h"

namespace qpu {
namespace {

KnownValues operand(const Effects& effects, Mux mux, const State& before) {
  const Instruction& i = effects.instruction;
  if (mux == Mux::B && i.kind == Kind::AluSmallImmediate) return KnownValues(small_immediate_value(i.read_b));
  if (i.unpack != Unpack::None && (mux == Mux::A || mux == Mux::R4)) return {};
  const auto place = place::of_mux(i, mux);
  return place ? before.value(*place) : KnownValues();
}

KnownValues add_result(AddOp op, const KnownValues& a, const KnownValues& b) {
  using U = std::uint32_t;
  switch (op) {
    case AddOp::Add:
      return KnownValues::combine(a, b, [](U x, U y) { return x + y; });
    case AddOp::Sub:
      return KnownValues::combine(a, b, [](U x, U y) { return x - y; });
    case AddOp::Shl:
      return KnownValues::combine(a, b, [](U x, U y) { return x << (y & 31); });
    case AddOp::Shr:
      return KnownValues::combine(a, b, [](U x, U y) { return x >> (y & 31); });
    case AddOp::And:
      return KnownValues::combine(a, b, [](U x, U y) { return x & y; });
    case AddOp::Or:
      return KnownValues::combine(a, b, [](U x, U y) { return x | y; });
    default:
      return {};
  }
}

KnownValues mul_result(const Instruction& i, const KnownValues& a) {
  const bool move = i.mul_op == MulOp::V8min && i.mul_a == i.mul_b;
  return move ? a : KnownValues();
}

// x or x keeps x: combining a set with itself would pair its members crosswise.
KnownValues add_of(const Effects& effects, const State& before) {
  const Instruction& i = effects.instruction;
  const KnownValues a = operand(effects, i.add_a, before);
  if (i.add_a != i.add_b) return add_result(i.add_op, a, operand(effects, i.add_b, before));
  if (i.add_op == AddOp::Or || i.add_op == AddOp::And) return a;
  return i.add_op == AddOp::Xor || i.add_op == AddOp::Sub ? KnownValues(0) : KnownValues();
}

}  // namespace

std::array<KnownValues, 2> results_of(const Effects& effects, const State& before) {
  const Instruction& i = effects.instruction;
  if (effects.is_alu()) return {add_of(effects, before), mul_result(i, operand(effects, i.mul_a, before))};
  if (i.kind == Kind::LoadImmediate) return {KnownValues(i.immediate), KnownValues(i.immediate)};
  return {};
}

}  // namespace qpu

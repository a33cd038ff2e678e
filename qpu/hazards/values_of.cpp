// SPDX-License-Identifier: MIT
#include "qpu/hazards/values_of.h"

#include <cstdint>

#include "qpu/registers.h"
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

std::optional<std::uint32_t> value_written(const Effects& effects, const State& before, Space space,
                                           std::uint8_t address) {
  const auto results = results_of(effects, before);
  for (std::size_t alu = 0; alu < results.size(); ++alu) {
    const RegisterWrite& write = effects.written[alu];
    if (!write.happens || write.space != space || write.address != address) continue;
    if (results[alu].values().size() == 1) return results[alu].values().front();
    return std::nullopt;
  }
  return std::nullopt;
}

namespace {

constexpr LaneValues kElementNumbers = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};

struct LaneOperand {
  LaneValues values;
  bool vary;
};

std::optional<LaneOperand> lane_operand(const Effects& effects, Mux mux, const State& before) {
  const Instruction& i = effects.instruction;
  const KnownValues uniform = operand(effects, mux, before);
  if (uniform.values().size() == 1) {
    LaneValues values;
    values.fill(uniform.values().front());
    return LaneOperand{values, false};
  }
  if (i.unpack != Unpack::None && (mux == Mux::A || mux == Mux::R4)) return std::nullopt;
  if (mux == Mux::A && i.read_a == read::kElementNumberA) return LaneOperand{kElementNumbers, true};
  const auto place = place::of_mux(i, mux);
  if (!place || before.lanes(*place) == nullptr) return std::nullopt;
  return LaneOperand{*before.lanes(*place), true};
}

LaneValues loaded_lanes(const Instruction& i) {
  LaneValues lanes{};
  for (std::size_t lane = 0; lane < lanes.size(); ++lane) {
    const std::uint32_t pair = (i.immediate >> (15 + lane) & 2) | (i.immediate >> lane & 1);
    lanes[lane] = i.kind == Kind::LoadPerLaneSigned && pair >= 2 ? pair - 4 : pair;
  }
  return lanes;
}

bool loads_lanes(const Instruction& i) {
  return i.kind == Kind::LoadPerLaneSigned || i.kind == Kind::LoadPerLaneUnsigned;
}

std::optional<LaneValues> add_lanes(const Effects& effects, const State& before) {
  const Instruction& i = effects.instruction;
  const auto a = lane_operand(effects, i.add_a, before), b = lane_operand(effects, i.add_b, before);
  return a && b && (a->vary || b->vary) ? lanes_of(i.add_op, a->values, b->values) : std::nullopt;
}

bool mul_moves(const Instruction& i) {
  return i.mul_op == MulOp::V8min && i.mul_a == i.mul_b && !(i.pm && i.pack != Pack::None) &&
         !(i.kind == Kind::AluSmallImmediate && rotates(i.read_b));
}

}  // namespace

std::array<std::optional<LaneValues>, 2> lane_results_of(const Effects& effects, const State& before) {
  const Instruction& i = effects.instruction;
  if (loads_lanes(i)) return {loaded_lanes(i), loaded_lanes(i)};
  if (!effects.is_alu()) return {};
  const auto moved = mul_moves(i) ? lane_operand(effects, i.mul_a, before) : std::nullopt;
  return {add_lanes(effects, before), moved && moved->vary ? std::optional(moved->values) : std::nullopt};
}

KnownFlags flags_of(const Effects& effects, const State& before) {
  const Instruction& i = effects.instruction;
  const bool of_add = i.add_op != AddOp::Nop || !effects.is_alu();
  if ((of_add ? i.add_condition : i.mul_condition) != Condition::Always) return {};
  if (loads_lanes(i)) return flags_of(loaded_lanes(i));
  if (!effects.is_alu()) return {};
  if (of_add) {
    const auto a = lane_operand(effects, i.add_a, before), b = lane_operand(effects, i.add_b, before);
    return a && b ? flags_of(i.add_op, a->values, b->values) : KnownFlags();
  }
  const auto moved = mul_moves(i) ? lane_operand(effects, i.mul_a, before) : std::nullopt;
  return moved ? flags_of(moved->values) : KnownFlags();
}

}  // namespace qpu

// SPDX-License-Identifier: MIT
#include "qpu/hazards/effects.h"

#include <algorithm>

#include "qpu/names.h"
#include "qpu/registers.h"
#include "qpu/small_immediate.h"

namespace qpu {
namespace {

bool has_operands(Kind kind) { return kind == Kind::Alu || kind == Kind::AluSmallImmediate; }

// An ADD nop writes nothing (reference, appendix F); a MUL nop with a destination does (2.8).
bool add_writes(const Instruction& i) { return !has_operands(i.kind) || i.add_op != AddOp::Nop; }

RegisterWrite write_of(std::uint8_t address, Space space, Condition condition) {
  return {address != kNowhere && condition != Condition::Never, space, address, condition};
}

std::array<RegisterWrite, 2> writes_of(const Instruction& i) {
  const bool branch = i.kind == Kind::Branch;
  const Space add = i.write_swap ? Space::B : Space::A, mul = i.write_swap ? Space::A : Space::B;
  std::array writes = {write_of(i.add_write, add, branch ? Condition::Always : i.add_condition),
                       write_of(i.mul_write, mul, branch ? Condition::Always : i.mul_condition)};
  writes[0].happens &= add_writes(i);
  return writes;
}

// x xor x and the like are the customary zero, whatever the operand's value.
bool cancels(AddOp op) { return op == AddOp::Xor || op == AddOp::Sub || op == AddOp::V8subs; }

Operands add_operands(const Instruction& i) {
  const bool goes_somewhere = (i.add_write != kNowhere && !add_keeps(i)) || i.set_flags;
  const bool matter = i.add_op != AddOp::Nop && i.add_condition != Condition::Never && goes_somewhere;
  return {matter && !(cancels(i.add_op) && i.add_a == i.add_b),
          i.add_condition,
          {i.add_a, is_unary(i.add_op) ? i.add_a : i.add_b}};
}

Operands mul_operands(const Instruction& i) {
  const bool goes_somewhere = (i.mul_write != kNowhere && !mul_keeps(i)) || (i.set_flags && i.add_op == AddOp::Nop);
  const bool matter = i.mul_op != MulOp::Nop && i.mul_condition != Condition::Never && goes_somewhere;
  return {matter && !(i.mul_op == MulOp::V8subs && i.mul_a == i.mul_b), i.mul_condition, {i.mul_a, i.mul_b}};
}

bool is_either(Condition one, Condition other, Condition first, Condition second) {
  return (one == first && other == second) || (one == second && other == first);
}

}  // namespace

Effects::Effects(Word encoded) : word(encoded), instruction(decode(encoded)), written(writes_of(instruction)) {
  if (is_alu()) operands = {add_operands(instruction), mul_operands(instruction)};
}

bool Effects::is_alu() const { return has_operands(instruction.kind); }

bool Effects::reads(Space space, std::uint8_t address) const {
  if (!is_alu()) return false;
  if (space == Space::A) return instruction.read_a == address;
  return instruction.kind == Kind::Alu && instruction.read_b == address;
}

bool Effects::reads(std::uint8_t address) const { return reads(Space::A, address) || reads(Space::B, address); }

bool Effects::writes(Space space, std::uint8_t address) const {
  return std::any_of(written.begin(), written.end(),
                     [&](const RegisterWrite& w) { return w.happens && w.space == space && w.address == address; });
}

bool Effects::writes(std::uint8_t address) const { return writes_between(address, address); }

bool Effects::writes_between(std::uint8_t first, std::uint8_t last) const {
  return std::any_of(written.begin(), written.end(),
                     [&](const RegisterWrite& w) { return w.happens && w.address >= first && w.address <= last; });
}

bool Effects::takes(Mux mux) const {
  return std::any_of(operands.begin(), operands.end(),
                     [&](const Operands& o) { return o.matter && (o.muxes[0] == mux || o.muxes[1] == mux); });
}

bool Effects::writes_sfu() const { return writes_between(write::kRecip, write::kLog); }
bool Effects::writes_tmu() const { return writes_between(write::kTmu0S, write::kTmu1B); }
bool Effects::writes_tlb() const { return writes_between(write::kTlbStencil, write::kTlbAlphaMask); }

bool Effects::loads_tlb() const {
  const Signal s = instruction.signal;
  return s == Signal::LoadCoverage || s == Signal::LoadColour || s == Signal::LoadColourAndEnd ||
         s == Signal::LoadAlphaMask;
}

bool Effects::ends_program() const {
  return instruction.signal == Signal::ThreadEnd || instruction.signal == Signal::LoadColourAndEnd;
}

bool Effects::rotates() const {
  return instruction.kind == Kind::AluSmallImmediate && qpu::rotates(instruction.read_b) &&
         instruction.mul_op != MulOp::Nop;
}

bool Effects::rotates_by_r5() const { return rotates() && instruction.read_b == kRotateByR5; }

std::optional<int> Effects::requested_tmu() const {
  if (writes(write::kTmu0S)) return 0;
  if (writes(write::kTmu1S)) return 1;
  return std::nullopt;
}

std::optional<int> Effects::loaded_tmu() const {
  if (instruction.signal == Signal::LoadTmu0) return 0;
  if (instruction.signal == Signal::LoadTmu1) return 1;
  return std::nullopt;
}

bool disjoint(Condition one, Condition other) {
  return is_either(one, other, Condition::ZeroSet, Condition::ZeroClear) ||
         is_either(one, other, Condition::NegativeSet, Condition::NegativeClear) ||
         is_either(one, other, Condition::CarrySet, Condition::CarryClear) ||
         is_either(one, other, Condition::ZeroSet, Condition::NegativeSet);
}

bool is_peripheral(std::uint8_t a) {
  const bool accumulator = (a >= write::kR0 && a <= write::kR3) || a == write::kR5QuadA;
  return a >= write::kR0 && !accumulator && a != write::kNothing;
}

}  // namespace qpu

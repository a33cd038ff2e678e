// SPDX-License-Identifier: MIT
#include "tests/qpu/random_instruction.h"

#include <algorithm>
#include <initializer_list>

#include "qpu/names.h"
#include "qpu/small_immediate.h"

namespace qpu::test {
namespace {

bool uses(const Instruction& i, Mux mux) {
  const bool add = i.add_op != AddOp::Nop && (i.add_a == mux || i.add_b == mux);
  return add || (i.mul_op != MulOp::Nop && (i.mul_a == mux || i.mul_b == mux));
}

constexpr std::uint8_t kRegistersInFile = 32;

}  // namespace

Instruction RandomInstruction::operator()() {
  const int kind = below(10);
  if (kind == 0) return branch();
  return kind < 3 ? load() : alu();
}

std::uint8_t RandomInstruction::write_address() { return chance(4) ? kNowhere : static_cast<std::uint8_t>(below(64)); }

void RandomInstruction::add_side(Instruction& i) {
  do i.add_op = static_cast<AddOp>(below(32));
  while (name_of(i.add_op).empty());
  if (i.add_op == AddOp::Nop) return;
  i.add_write = write_address();
  i.add_condition = static_cast<Condition>(below(8));
  i.add_a = static_cast<Mux>(below(8));
  i.add_b = chance(3) ? i.add_a : static_cast<Mux>(below(8));
}

void RandomInstruction::mul_side(Instruction& i) {
  i.mul_op = static_cast<MulOp>(below(8));
  if (i.mul_op == MulOp::Nop && chance(2)) return;
  i.mul_write = write_address();
  i.mul_condition = static_cast<Condition>(below(8));
  if (i.mul_op == MulOp::Nop) return;  // it still writes what the latch holds (reference 2.8)
  i.mul_a = static_cast<Mux>(below(8));
  i.mul_b = chance(3) ? i.mul_a : static_cast<Mux>(below(8));
}

void RandomInstruction::unpack(Instruction& i) {
  const bool r4 = uses(i, Mux::R4), a = uses(i, Mux::A);
  if (chance(2) || (!r4 && !a)) return;
  i.pm = r4 && (!a || chance(2));
  i.unpack = static_cast<Unpack>(1 + below(7));
}

void RandomInstruction::pack(Instruction& i) {
  const std::uint8_t in_a = i.write_swap ? i.mul_write : i.add_write;
  if (i.unpack != Unpack::None ? i.pm : chance(2)) {
    if (i.mul_op == MulOp::Nop || i.mul_write == kNowhere || chance(2)) return;
    i.pm = true;
    constexpr Pack kColour[] = {Pack::Replicate, Pack::Byte0, Pack::Byte1, Pack::Byte2, Pack::Byte3};
    i.pack = kColour[below(5)];
  } else if (in_a < kRegistersInFile) {
    i.pm = false;
    i.pack = static_cast<Pack>(below(16));
  }
}

Instruction RandomInstruction::alu() {
  Instruction i;
  i.kind = chance(3) ? Kind::AluSmallImmediate : Kind::Alu;
  add_side(i);
  mul_side(i);
  i.set_flags = chance(3) && (i.add_op != AddOp::Nop || i.mul_op != MulOp::Nop);
  i.write_swap = chance(2) && (i.add_write != kNowhere || i.mul_write != kNowhere);
  i.read_a = chance(3) && !uses(i, Mux::A) ? kNowhere : static_cast<std::uint8_t>(below(64));
  i.read_b = chance(3) && !uses(i, Mux::B) ? kNowhere : static_cast<std::uint8_t>(below(64));
  if (i.kind == Kind::Alu) {
    i.signal = chance(2) ? Signal::None : static_cast<Signal>(below(13));
  } else {
    const bool rotatable = i.mul_op != MulOp::Nop && i.mul_write != kNowhere;
    i.read_b = static_cast<std::uint8_t>(below(rotatable ? kSmallImmediateCodes : kRotateByR5));
    if (!uses(i, Mux::B) && !(rotatable && rotates(i.read_b))) i.kind = Kind::Alu;
  }
  unpack(i);
  pack(i);
  return i;
}

Instruction RandomInstruction::load() {
  Instruction i;
  constexpr Kind kKinds[] = {Kind::LoadImmediate, Kind::LoadPerLaneSigned, Kind::LoadPerLaneUnsigned, Kind::Semaphore};
  i.kind = kKinds[below(4)];
  i.immediate = static_cast<std::uint32_t>(random_());
  if (i.kind == Kind::Semaphore) i.immediate &= 31;
  i.add_write = write_address();
  i.add_condition = static_cast<Condition>(below(8));
  i.mul_write = write_address();
  if (i.mul_write != kNowhere) i.mul_condition = static_cast<Condition>(below(8));
  i.set_flags = chance(3);
  i.write_swap = chance(2) && (i.add_write != kNowhere || i.mul_write != kNowhere);
  if ((i.write_swap ? i.mul_write : i.add_write) < kRegistersInFile) i.pack = static_cast<Pack>(below(16));
  return i;
}

Instruction RandomInstruction::branch() {
  Instruction i;
  i.kind = Kind::Branch;
  i.branch_condition = chance(3) ? BranchCondition::Always : static_cast<BranchCondition>(below(12));
  i.relative = chance(2);
  i.with_register = chance(2);
  if (i.with_register) i.branch_register = static_cast<std::uint8_t>(below(32));
  i.add_write = write_address();
  i.mul_write = write_address();
  i.write_swap = chance(2) && (i.add_write != kNowhere || i.mul_write != kNowhere);
  i.immediate = chance(3) ? 0 : static_cast<std::uint32_t>(random_());
  if (!i.with_register) i.immediate &= ~7u;  // others would lead between instructions
  return i;
}

}  // namespace qpu::test

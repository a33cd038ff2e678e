// SPDX-License-Identifier: MIT
#include "qpu/instruction.h"

#include "qpu/registers.h"
#include "qpu/small_immediate.h"

namespace qpu {
namespace {

constexpr std::uint32_t kSmallImmediate = 13, kLoadImmediate = 14, kBranch = 15;
constexpr std::uint32_t kPerLaneSigned = 1, kPerLaneUnsigned = 3, kSemaphore = 4;  // bits 59:57 of a load immediate

// A field by its highest and lowest bit, as the reference writes them.
template <typename Value>
Value get(Word word, int highest, int lowest) {
  return static_cast<Value>(word >> lowest & ((Word{1} << (highest - lowest + 1)) - 1));
}

template <typename Value>
Word put(Value value, int lowest) {
  return Word{static_cast<std::uint32_t>(value)} << lowest;
}

Kind kind_of_load(Word word) {
  switch (get<std::uint32_t>(word, 59, 57)) {
    case kPerLaneSigned:
      return Kind::LoadPerLaneSigned;
    case kPerLaneUnsigned:
      return Kind::LoadPerLaneUnsigned;
    case kSemaphore:
      return Kind::Semaphore;
    default:
      return Kind::LoadImmediate;
  }
}

Kind kind_of(Word word) {
  switch (get<std::uint32_t>(word, 63, 60)) {
    case kSmallImmediate:
      return Kind::AluSmallImmediate;
    case kLoadImmediate:
      return kind_of_load(word);
    case kBranch:
      return Kind::Branch;
    default:
      return Kind::Alu;
  }
}

// Bits 63:57, which signal, unpack and the mode of an immediate share.
Word put_kind(const Instruction& i) {
  switch (i.kind) {
    case Kind::Alu:
      return put(i.signal, 60) | put(i.unpack, 57);
    case Kind::AluSmallImmediate:
      return put(kSmallImmediate, 60) | put(i.unpack, 57);
    case Kind::LoadImmediate:
      return put(kLoadImmediate, 60);
    case Kind::LoadPerLaneSigned:
      return put(kLoadImmediate, 60) | put(kPerLaneSigned, 57);
    case Kind::LoadPerLaneUnsigned:
      return put(kLoadImmediate, 60) | put(kPerLaneUnsigned, 57);
    case Kind::Semaphore:
      return put(kLoadImmediate, 60) | put(kSemaphore, 57);
    case Kind::Branch:
      return put(kBranch, 60);
  }
  return 0;
}

void get_branch(Word word, Instruction& i) {
  i.branch_condition = get<BranchCondition>(word, 55, 52);
  i.relative = get<bool>(word, 51, 51);
  i.with_register = get<bool>(word, 50, 50);
  i.branch_register = get<std::uint8_t>(word, 49, 45);
}

Word put_branch(const Instruction& i) {
  return put(i.branch_condition, 52) | put(i.relative, 51) | put(i.with_register, 50) | put(i.branch_register, 45);
}

void get_conditions(Word word, Instruction& i) {
  i.pm = get<bool>(word, 56, 56);
  i.pack = get<Pack>(word, 55, 52);
  i.add_condition = get<Condition>(word, 51, 49);
  i.mul_condition = get<Condition>(word, 48, 46);
  i.set_flags = get<bool>(word, 45, 45);
}

Word put_conditions(const Instruction& i) {
  return put(i.pm, 56) | put(i.pack, 52) | put(i.add_condition, 49) | put(i.mul_condition, 46) | put(i.set_flags, 45);
}

void get_operands(Word word, Instruction& i) {
  i.unpack = get<Unpack>(word, 59, 57);
  i.mul_op = get<MulOp>(word, 31, 29);
  i.add_op = get<AddOp>(word, 28, 24);
  i.read_a = get<std::uint8_t>(word, 23, 18);
  i.read_b = get<std::uint8_t>(word, 17, 12);
  i.add_a = get<Mux>(word, 11, 9);
  i.add_b = get<Mux>(word, 8, 6);
  i.mul_a = get<Mux>(word, 5, 3);
  i.mul_b = get<Mux>(word, 2, 0);
}

Word put_operands(const Instruction& i) {
  return put(i.mul_op, 29) | put(i.add_op, 24) | put(i.read_a, 18) | put(i.read_b, 12) | put(i.add_a, 9) |
         put(i.add_b, 6) | put(i.mul_a, 3) | put(i.mul_b, 0);
}

bool has_operands(Kind kind) { return kind == Kind::Alu || kind == Kind::AluSmallImmediate; }

}  // namespace

Instruction decode(Word word) {
  Instruction i;
  i.kind = kind_of(word);
  if (i.kind == Kind::Alu) i.signal = get<Signal>(word, 63, 60);
  if (i.kind == Kind::Branch)
    get_branch(word, i);
  else
    get_conditions(word, i);
  i.write_swap = get<bool>(word, 44, 44);
  i.add_write = get<std::uint8_t>(word, 43, 38);
  i.mul_write = get<std::uint8_t>(word, 37, 32);
  if (has_operands(i.kind))
    get_operands(word, i);
  else
    i.immediate = low(word);
  return i;
}

Word encode(const Instruction& i) {
  return put_kind(i) | (i.kind == Kind::Branch ? put_branch(i) : put_conditions(i)) | put(i.write_swap, 44) |
         put(i.add_write, 38) | put(i.mul_write, 32) | (has_operands(i.kind) ? put_operands(i) : i.immediate);
}

bool add_keeps(const Instruction& i) {
  return i.add_op == AddOp::Or && i.add_a == i.add_b && i.add_a <= Mux::R3 &&
         i.add_write == write::kR0 + static_cast<int>(i.add_a);
}

bool mul_keeps(const Instruction& i) {
  const bool changed = (i.pm && i.pack != Pack::None) || (i.kind == Kind::AluSmallImmediate && rotates(i.read_b));
  return i.mul_op == MulOp::V8min && i.mul_a == i.mul_b && i.mul_a <= Mux::R3 && !changed &&
         i.mul_write == write::kR0 + static_cast<int>(i.mul_a);
}

}  // namespace qpu

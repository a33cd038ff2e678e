// SPDX-License-Identifier: MIT
#pragma once

#include <initializer_list>
#include <vector>

#include "qpu/instruction.h"
#include "qpu/registers.h"

// Instruction words as the tests of the machine write them down, without an assembler in between.
namespace qpu::words {

inline Instruction nop() { return {}; }

inline Instruction ldi(std::uint8_t to, std::uint32_t value) {
  return {.kind = Kind::LoadImmediate, .add_condition = Condition::Always, .add_write = to, .immediate = value};
}
inline Instruction ldi_b(std::uint8_t to, std::uint32_t value) {
  Instruction i = ldi(to, value);
  i.write_swap = true;
  return i;
}

inline Instruction add(AddOp op, std::uint8_t to, Mux a, Mux b) {
  return {.add_condition = Condition::Always, .add_write = to, .add_op = op, .add_a = a, .add_b = b};
}
inline Instruction mul(MulOp op, std::uint8_t to, Mux a, Mux b) {
  return {.mul_condition = Condition::Always, .mul_write = to, .mul_op = op, .mul_a = a, .mul_b = b};
}
inline Instruction move(std::uint8_t to, Mux from) { return add(AddOp::Or, to, from, from); }
inline Instruction move_from_a(std::uint8_t to, std::uint8_t read) {
  Instruction i = move(to, Mux::A);
  i.read_a = read;
  return i;
}
inline Instruction move_from_b(std::uint8_t to, std::uint8_t read) {
  Instruction i = move(to, Mux::B);
  i.read_b = read;
  return i;
}
inline Instruction swapped(Instruction i) {
  i.write_swap = true;
  return i;
}
inline Instruction flagged(Instruction i) {
  i.set_flags = true;
  return i;
}
inline Instruction when(Condition condition, Instruction i) {
  if (i.add_condition != Condition::Never) i.add_condition = condition;
  if (i.mul_condition != Condition::Never) i.mul_condition = condition;
  return i;
}
inline Instruction with_immediate(Instruction i, std::uint8_t code) {
  i.kind = Kind::AluSmallImmediate;
  i.read_b = code;
  return i;
}
inline Instruction signalling(Signal signal, Instruction i = {}) {
  i.signal = signal;
  return i;
}
inline Instruction read_only(std::uint8_t read_a, std::uint8_t read_b) { return {.read_a = read_a, .read_b = read_b}; }
inline Instruction acquire(std::uint32_t semaphore) { return {.kind = Kind::Semaphore, .immediate = semaphore | 16}; }
inline Instruction release(std::uint32_t semaphore) { return {.kind = Kind::Semaphore, .immediate = semaphore}; }
inline Instruction branch(std::int32_t bytes, BranchCondition condition = BranchCondition::Always) {
  return {.kind = Kind::Branch,
          .immediate = static_cast<std::uint32_t>(bytes),
          .branch_condition = condition,
          .relative = true};
}

inline void append(std::vector<Instruction>& program, const std::vector<Instruction>& more) {
  program.insert(program.end(), more.begin(), more.end());
}

// The three words of a program's end.
inline void append_end(std::vector<Instruction>& program) {
  program.push_back(signalling(Signal::ThreadEnd));
  program.insert(program.end(), 2, nop());
}

// vw_setup for rows 0, 1, 2..., one after another.
inline constexpr std::uint32_t kWriteRows = 0x00001a00;
inline const Instruction kToRows = ldi_b(write::kVwSetupB, kWriteRows);

}  // namespace qpu::words

// SPDX-License-Identifier: MIT
#include "qpu/emulator/decoded.h"

#include "qpu/names.h"
#include "qpu/registers.h"
#include "qpu/small_immediate.h"

namespace qpu {
namespace {

constexpr std::uint8_t kRegisters = 32;

bool is_alu(const Instruction& i) { return i.kind == Kind::Alu || i.kind == Kind::AluSmallImmediate; }
bool add_runs(const Instruction& i) { return i.add_op != AddOp::Nop; }
bool mul_runs(const Instruction& i) { return i.mul_op != MulOp::Nop; }

// Whether the result is used; if not, the operands do not matter.
bool add_matters(const Instruction& i) {
  return add_runs(i) && i.add_condition != Condition::Never &&
         ((i.add_write != kNowhere && !add_keeps(i)) || i.set_flags);
}
bool mul_matters(const Instruction& i) {
  const bool flags = i.set_flags && !add_runs(i);
  return mul_runs(i) && i.mul_condition != Condition::Never && ((i.mul_write != kNowhere && !mul_keeps(i)) || flags);
}

// An operation of a register with itself can be defined even if the register is not: xor r0, r0, r0.
bool cancels(const Instruction& i, bool add) {
  if (add) return i.add_a == i.add_b && (i.add_op == AddOp::Xor || i.add_op == AddOp::Sub || i.add_op == AddOp::V8subs);
  return i.mul_a == i.mul_b && i.mul_op == MulOp::V8subs;
}

std::uint8_t index_of_port_a(const Instruction& i) {
  const bool unpacks = !i.pm && i.unpack != Unpack::None;
  if (i.read_a < kRegisters && !unpacks) return static_cast<std::uint8_t>(bank::kFileA + i.read_a);
  if (i.read_a == read::kElementNumberA && !unpacks) return bank::kElementNumber;
  return bank::kPortA;
}

std::uint8_t index_of_port_b(const Instruction& i) {
  if (i.kind == Kind::AluSmallImmediate) return static_cast<std::uint8_t>(bank::kSmallImmediates + i.read_b);
  if (i.read_b < kRegisters) return static_cast<std::uint8_t>(bank::kFileB + i.read_b);
  return i.read_b == read::kQpuNumberB ? bank::kQpuNumber : bank::kPortB;
}

std::uint8_t index_of(Mux mux, const Instruction& i) {
  if (mux == Mux::A) return index_of_port_a(i);
  if (mux == Mux::B) return index_of_port_b(i);
  if (mux == Mux::R4 && i.pm && i.unpack != Unpack::None) return bank::kUnpackedR4;
  return static_cast<std::uint8_t>(bank::kR0 + static_cast<std::uint8_t>(mux));
}

void note_read(Decoded& d, Mux mux) {
  const Instruction& i = d.instruction;
  if (mux == Mux::A && i.read_a < kRegisters) d.reads.add(static_cast<std::uint8_t>(bank::kFileA + i.read_a));
  if (mux == Mux::B && i.kind == Kind::Alu && i.read_b < kRegisters)
    d.reads.add(static_cast<std::uint8_t>(bank::kFileB + i.read_b));
  if (mux <= Mux::R5) d.reads.add(static_cast<std::uint8_t>(bank::kR0 + static_cast<std::uint8_t>(mux)));
  if (mux == Mux::R4) d.traits |= Decoded::UsesR4;
}

void note_condition(Decoded& d, Condition condition) {
  if (condition >= Condition::ZeroSet) d.reads.accumulators |= RegisterSet::kFlags;
}

void note_reads(Decoded& d) {
  const Instruction& i = d.instruction;
  if (add_matters(i)) {
    note_condition(d, i.add_condition);
    if (!cancels(i, true)) note_read(d, i.add_a), note_read(d, i.add_b);
  }
  if (mul_matters(i)) {
    note_condition(d, i.mul_condition);
    if (!cancels(i, false)) note_read(d, i.mul_a), note_read(d, i.mul_b);
  }
}

bool waits_for_read(std::uint8_t address) {
  return address == read::kUniform || address == read::kVpm || address == read::kVrWaitA ||
         address == read::kMutexAcquire;
}
bool shares_read(std::uint8_t address) { return address >= read::kVpm && address <= read::kMutexAcquire; }

void decode_ports(Decoded& d) {
  const Instruction& i = d.instruction;
  const bool immediate = i.kind == Kind::AluSmallImmediate;
  d.add_a = index_of(i.add_a, i);
  d.add_b = index_of(i.add_b, i);
  d.mul_a = index_of(i.mul_a, i);
  d.mul_b = index_of(i.mul_b, i);
  // A port keeps the value read, before it is unpacked.
  const auto plain_a = i.read_a < kRegisters ? static_cast<std::uint8_t>(bank::kFileA + i.read_a) : bank::kPortA;
  d.latch_a = i.read_a == kNowhere                ? Decoded::kNoLatch
              : i.read_a == read::kElementNumberA ? bank::kElementNumber
                                                  : plain_a;
  d.latch_b = !immediate && i.read_b == kNowhere ? Decoded::kNoLatch : index_of_port_b(i);
  for (const std::uint8_t index : {d.add_a, d.add_b, d.mul_a, d.mul_b})
    if (index >= bank::kPortA && index <= bank::kUnpackedR4) d.traits |= Decoded::Ports;
  if (d.latch_a == bank::kPortA || d.latch_b == bank::kPortB) d.traits |= Decoded::Ports;
  if (waits_for_read(i.read_a) || (!immediate && waits_for_read(i.read_b))) d.traits |= Decoded::Waits;
  if (shares_read(i.read_a) || (!immediate && shares_read(i.read_b))) d.traits |= Decoded::Shared;
  d.unpack_to_float = (add_runs(i) && takes_floats(i.add_op) && (i.add_a == Mux::A || i.add_b == Mux::A)) ||
                      (mul_runs(i) && takes_floats(i.mul_op) && (i.mul_a == Mux::A || i.mul_b == Mux::A));
}

void decode_rotation(Decoded& d) {
  const Instruction& i = d.instruction;
  if (i.kind != Kind::AluSmallImmediate || !rotates(i.read_b)) return;
  d.traits |= Decoded::Rotates;
  if (!mul_matters(i)) return;
  for (const Mux mux : {i.mul_a, i.mul_b})
    if (mux <= Mux::R3) d.rotated.add(static_cast<std::uint8_t>(bank::kR0 + static_cast<std::uint8_t>(mux)));
  if (i.read_b == kRotateByR5) {
    d.rotated.add(bank::kR5);
    d.reads.add(bank::kR5);
  }
}

Target target_of(std::uint8_t address, bool space_b) {
  Target target{.address = address, .space_b = space_b};
  if (address == kNowhere) return target;
  target.kind = Target::Kind::Bank;
  if (address < kRegisters)
    target.index = static_cast<std::uint8_t>((space_b ? bank::kFileB : bank::kFileA) + address);
  else if (address <= write::kR3)
    target.index = static_cast<std::uint8_t>(bank::kR0 + address - write::kR0);
  else if (address == write::kR5QuadA)
    target.kind = space_b ? Target::Kind::R5Replicated : Target::Kind::R5Quad;
  else
    target.kind = Target::Kind::Io;
  return target;
}

bool waits_for_write(std::uint8_t address) {
  return address == write::kVpm || address == write::kVrAddrA || address == write::kTmu0S || address == write::kTmu1S;
}

void note_target(Decoded& d, const Target& target, Condition condition) {
  if (condition == Condition::Never) return;
  if (target.kind == Target::Kind::Bank) d.writes.add(target.index);
  if (target.kind == Target::Kind::R5Quad || target.kind == Target::Kind::R5Replicated) d.writes.add(bank::kR5);
  if (target.kind != Target::Kind::Bank && target.kind != Target::Kind::Nowhere) d.traits |= Decoded::Io;
  if (target.kind != Target::Kind::Io) return;
  d.traits |= Decoded::Shared;
  if (waits_for_write(target.address)) d.traits |= Decoded::Waits;
  if (target.address < write::kRecip || target.address > write::kLog) return;
  d.traits |= Decoded::UsesR4;
  d.writes.add(bank::kR4);
}

void decode_targets(Decoded& d) {
  const Instruction& i = d.instruction;
  const bool alu = is_alu(i);
  // An ADD-side nop never writes, a MUL-side one does (reference 2.8, appendix F).
  if (!alu || add_runs(i)) d.add_target = target_of(i.add_write, i.write_swap);
  d.mul_target = target_of(i.mul_write, !i.write_swap);
  const auto packs = [&](const Target& target) {
    return !i.pm && i.pack != Pack::None && target.kind == Target::Kind::Bank && target.index < bank::kFileB;
  };
  const bool has_pack = i.kind != Kind::Branch;
  d.add_target.packs = has_pack && packs(d.add_target);
  d.mul_target.packs = has_pack && (packs(d.mul_target) ||
                                    (alu && i.pm && i.pack != Pack::None && d.mul_target.kind == Target::Kind::Bank));
  d.add_target.is_float = alu && gives_float(i.add_op);
  d.mul_target.is_float = alu && gives_float(i.mul_op);
  const auto plain = [](const Target& target, Condition condition) {
    return target.kind == Target::Kind::Bank && !target.packs && condition == Condition::Always;
  };
  d.add_target.plain = plain(d.add_target, i.add_condition);
  d.mul_target.plain = plain(d.mul_target, i.mul_condition);
  note_target(d, d.add_target, i.kind == Kind::Branch ? Condition::Always : i.add_condition);
  note_target(d, d.mul_target, i.kind == Kind::Branch ? Condition::Always : i.mul_condition);
  if (i.kind != Kind::Branch && i.set_flags) d.writes.accumulators |= RegisterSet::kFlags;
}

void decode_signal(Decoded& d) {
  const Signal signal = d.instruction.signal;
  if (signal == Signal::None || d.instruction.kind != Kind::Alu) return;
  d.traits |= Decoded::Signals;
  if (signal == Signal::LoadTmu0 || signal == Signal::LoadTmu1) {
    d.traits |= Decoded::Waits | Decoded::UsesR4;
    d.writes.add(bank::kR4);
  }
  if (signal == Signal::ThreadEnd) d.traits |= Decoded::Ends | Decoded::Shared;
}

void decode_immediate(Decoded& d) {
  const Instruction& i = d.instruction;
  for (int lane = 0; lane < kLanes; ++lane) {
    const std::uint32_t pair = (i.immediate >> (15 + lane) & 2) | (i.immediate >> lane & 1);
    const bool negative = i.kind == Kind::LoadPerLaneSigned && pair >= 2;
    const bool per_lane = i.kind == Kind::LoadPerLaneSigned || i.kind == Kind::LoadPerLaneUnsigned;
    d.immediate_lanes[lane] = !per_lane ? i.immediate : negative ? pair - 4 : pair;
  }
  note_condition(d, i.add_condition);
  note_condition(d, i.mul_condition);
}

void decode_special(Decoded& d) {
  const Instruction& i = d.instruction;
  d.traits |= Decoded::Special;
  if (i.kind == Kind::Semaphore) d.traits |= Decoded::Shared | Decoded::Waits;
  if (i.kind != Kind::Branch) return decode_immediate(d);
  d.traits |= Decoded::Links;
  d.add_a = static_cast<std::uint8_t>(bank::kFileA + i.branch_register);
  if (i.with_register) d.reads.add(d.add_a);
  if (i.branch_condition <= BranchCondition::AnyCarryClear) d.reads.accumulators |= RegisterSet::kFlags;
}

void decode_alu(Decoded& d) {
  const Instruction& i = d.instruction;
  d.add = add_operation(i.add_op);
  d.mul = mul_operation(i.mul_op);
  if (add_runs(i) && d.add == nullptr) d.traits |= Decoded::Undefined;
  d.flags_from_mul = !add_runs(i);  // U2
  decode_ports(d);
  note_reads(d);
  decode_rotation(d);
  decode_signal(d);
}

}  // namespace

void RegisterSet::add(std::uint8_t index) {
  if (index < bank::kR0)
    files |= std::uint64_t{1} << index;
  else if (index <= bank::kR5)
    accumulators = static_cast<std::uint8_t>(accumulators | 1 << (index - bank::kR0));
}

Decoded decoded(Word word, std::uint32_t address) {
  Decoded d;
  d.word = word;
  d.address = address;
  d.instruction = decode(word);
  decode_targets(d);
  if (is_alu(d.instruction))
    decode_alu(d);
  else
    decode_special(d);
  return d;
}

}  // namespace qpu

// SPDX-License-Identifier: MIT
#include "qpu/emulator/executor.h"

#include <cstring>

#include "qpu/emulator/issue_checks.h"
#include "qpu/emulator/pack.h"
#include "qpu/registers.h"
#include "qpu/small_immediate.h"

namespace qpu {
namespace {

constexpr int kLastQuad = 12;  // ports and the MUL unit keep the last values of lanes 12 to 15

void keep_last_quad(std::array<std::uint32_t, 4>& latch, const Lanes& value) {
  std::memcpy(latch.data(), value.lane + kLastQuad, sizeof latch);
}

Lanes every_quad(const std::array<std::uint32_t, 4>& latch) {
  Lanes value;
  for (int lane = 0; lane < kLanes; ++lane) value[lane] = latch[lane & 3];
  return value;
}

bool reads_too_early(const QpuState& qpu, const Decoded& d) {
  return ((d.reads.files & qpu.just_written.files) != 0) |
         ((d.rotated.accumulators & qpu.just_written.accumulators) != 0);
}

}  // namespace

void Executor::issue(QpuState& qpu, const Decoded& d) {
  if (d.has(Decoded::Shared)) units_.dma.settle(qpu.time);
  const bool early = reads_too_early(qpu, d);
  if (early || qpu.pending || !d.reads.within(qpu.written)) check_hazards(qpu, d, units_);
  if (early)
    issue_with_old_values(qpu, d);
  else
    perform(qpu, d);
}

// H1, H24: the register files do not have the results of the last instruction yet.
void Executor::issue_with_old_values(QpuState& qpu, const Decoded& d) {
  Decoded old = d;
  for (int side = 0; side < 2; ++side) {
    const Overwritten& write = qpu.overwritten[side];
    if (write.index >= bank::kR0) continue;
    const auto early = static_cast<std::uint8_t>(bank::kEarly + side);
    qpu.bank[early] = write.before;
    for (std::uint8_t* index : {&old.add_a, &old.add_b, &old.mul_a, &old.mul_b, &old.latch_a, &old.latch_b})
      if (*index == write.index) *index = early;
  }
  perform(qpu, old);
}

void Executor::perform(QpuState& qpu, const Decoded& d) {
  if (!d.has(Decoded::Special))
    issue_alu(qpu, d);
  else if (!d.has(Decoded::Links))
    issue_immediate(qpu, d);
  if (d.has(Decoded::Signals)) issue_signal(qpu, d);
  qpu.written.add(d.writes);
  qpu.just_written = d.writes;
  ++units_.statistics.instructions;
  if (d.has(Decoded::Links)) return issue_branch(qpu, d);
  if (units_.options.trace) trace_issue(qpu, d);
  move_on(qpu);
}

void Executor::issue_alu(QpuState& qpu, const Decoded& d) {
  if (d.has(Decoded::Undefined))
    raise(qpu, d.word, FaultKind::NotModelled, "an opcode of the ADD unit that the reference reserves (2.4)");
  if (d.has(Decoded::Ports)) read_ports(qpu, d);
  if (d.latch_a != Decoded::kNoLatch && d.latch_a != bank::kPortA) keep_last_quad(qpu.latch_a, qpu.bank[d.latch_a]);
  if (d.latch_b != Decoded::kNoLatch) keep_last_quad(qpu.latch_b, qpu.bank[d.latch_b]);

  const Instruction& i = d.instruction;
  Lanes sum, product, carry;
  Lanes rotated_a, rotated_b;
  const Lanes *mul_a = &qpu.bank[d.mul_a], *mul_b = &qpu.bank[d.mul_b];
  if (d.add != nullptr) d.add(qpu.bank[d.add_a], qpu.bank[d.add_b], sum, i.set_flags ? &carry : nullptr);
  if (d.mul != nullptr) {
    if (d.has(Decoded::Rotates)) {
      rotate_operands(qpu, d, rotated_a, rotated_b);
      mul_a = &rotated_a;
      mul_b = &rotated_b;
    }
    d.mul(*mul_a, *mul_b, product, i.set_flags && d.flags_from_mul ? &carry : nullptr);
    keep_last_quad(qpu.latch_mul, product);
  } else if (d.mul_target.kind != Target::Kind::Nowhere || (i.set_flags && d.flags_from_mul)) {
    product = every_quad(qpu.latch_mul);
    if (d.flags_from_mul) carry = broadcast(0);
  }

  // The ADD side is written first, because its pack needs the operands unchanged.
  const bool traced = static_cast<bool>(units_.options.trace);
  if (d.add_target.plain && !traced)
    write_plainly(qpu, d.add_target, sum, 0);
  else
    write(qpu, d, d.add_target, {sum, i.add_condition, i.add_op, &qpu.bank[d.add_a], &qpu.bank[d.add_b]}, 0);
  if (d.mul_target.plain && !traced)
    write_plainly(qpu, d.mul_target, product, 1);
  else
    write(qpu, d, d.mul_target, {product, i.mul_condition, AddOp::Nop, mul_a, mul_b}, 1);
  if (!i.set_flags) return;
  if (d.flags_from_mul)
    write_flags(qpu, product, carry, i.mul_condition);
  else
    write_flags(qpu, sum, carry, i.add_condition);
}

// Both ALUs pass the value on (reference 2.10, 2.11); a semaphore word is one too.
void Executor::issue_immediate(QpuState& qpu, const Decoded& d) {
  const Instruction& i = d.instruction;
  Lanes value;
  std::memcpy(value.lane, d.immediate_lanes, sizeof value.lane);
  const Lanes nothing = broadcast(0);
  if (i.kind == Kind::Semaphore) {
    std::uint32_t& count = units_.semaphores[i.immediate & 15];
    count += (i.immediate & 16) != 0 ? ~0u : 1u;
    units_.woken |= 1u << (i.immediate & 15);
  }
  write(qpu, d, d.add_target, {value, i.add_condition, AddOp::Nop, &value, &nothing}, 0);
  write(qpu, d, d.mul_target, {value, i.mul_condition, AddOp::Nop, &value, &nothing}, 1);
  if (i.set_flags) write_flags(qpu, value, nothing, i.add_condition);
}

void Executor::issue_branch(QpuState& qpu, const Decoded& d) {
  constexpr int kLane = 15;  // U1
  const Instruction& i = d.instruction;
  const std::uint32_t link = qpu.pc + kBranchBase;
  const bool lost = qpu.branch_slots > 1;  // H18, already reported by the check
  const bool taken = !lost && holds(i.branch_condition, qpu);
  for (Overwritten& write : qpu.overwritten) write.index = Overwritten::kNothing;  // of the word before
  const std::uint32_t target = i.immediate + (i.relative ? link : 0) + (i.with_register ? qpu.bank[d.add_a][kLane] : 0);
  if (taken) {
    const Lanes value = broadcast(link), nothing = broadcast(0);
    write(qpu, d, d.add_target, {value, Condition::Always, AddOp::Nop, &value, &nothing}, 0);
    write(qpu, d, d.mul_target, {value, Condition::Always, AddOp::Nop, &value, &nothing}, 1);
    // Bit 45 is the register's lowest and the one that sets flags (U32).
    if (i.with_register && (i.branch_register & 1) != 0) write_flags(qpu, value, nothing, Condition::Always);
  }
  if (units_.options.trace) trace_issue(qpu, d);
  move_on(qpu);
  if (lost) return;
  qpu.pending = true;
  qpu.branch_slots = kBranchDelaySlots;
  qpu.branch_taken = taken;
  qpu.branch_target = target;
}

// The effect of a signal is visible to the next instruction, so it comes last.
void Executor::issue_signal(QpuState& qpu, const Decoded& d) {
  constexpr int kInstructionsToTheEnd = 3;  // this one and two more
  switch (d.instruction.signal) {
    case Signal::LoadTmu0:
    case Signal::LoadTmu1:
      qpu.bank[bank::kR4] = qpu.tmu[d.instruction.signal == Signal::LoadTmu1 ? 1 : 0].pop();
      if (units_.options.trace)
        trace_write(qpu, {.kind = Target::Kind::Bank, .index = bank::kR4}, qpu.bank[bank::kR4], Condition::Always);
      return;
    case Signal::ThreadEnd:
      if (qpu.end_slots == 0) qpu.end_slots = kInstructionsToTheEnd;
      qpu.pending = true;
      return;
    case Signal::Breakpoint:
      return raise(qpu, d.word, FaultKind::Breakpoint, "the QPU halts here, only a debugger can resume it (2.2)");
    case Signal::LoadCoverage:
    case Signal::LoadColour:
    case Signal::LoadColourAndEnd:
    case Signal::LoadAlphaMask:
      return raise(qpu, d.word, FaultKind::NotModelled, "reads the tile buffer, which user programs do not have");
    default:
      return;  // thread switches and the scoreboard are for fragment shaders: nothing happens (reference 7)
  }
}

void Executor::move_on(QpuState& qpu) {
  qpu.time += kIssue;
  qpu.stalled = 0;
  if (!qpu.pending) {
    qpu.pc += kWordBytes;
    return;
  }
  const bool jumps = qpu.branch_slots == 1 && qpu.branch_taken;
  qpu.pc = jumps ? qpu.branch_target : qpu.pc + kWordBytes;
  if (qpu.branch_slots > 0) --qpu.branch_slots;
  if (qpu.end_slots > 0 && --qpu.end_slots == 0) qpu.status = QpuState::Status::Ended;
  apply_delayed(qpu);
  qpu.pending = qpu.branch_slots + qpu.end_slots + qpu.sfu.instructions + qpu.uniforms_restart.instructions != 0;
}

void Executor::apply_delayed(QpuState& qpu) {
  if (qpu.sfu.instructions > 0 && --qpu.sfu.instructions == 0) qpu.bank[bank::kR4] = qpu.sfu.value;
  if (qpu.uniforms_restart.instructions == 0 || --qpu.uniforms_restart.instructions != 0) return;
  qpu.uniforms = qpu.uniforms_restart.value[0];
  qpu.uniform_pace.restart(qpu.time, units_.timing.uniform_restart, units_.timing.uniform_word);
}

// What the two read ports deliver, unless it is the plain value of a register (reference 2.6, 2.8).
void Executor::read_ports(QpuState& qpu, const Decoded& d) {
  const Instruction& i = d.instruction;
  Lanes& port_a = qpu.bank[bank::kPortA];
  if (d.latch_a == Decoded::kNoLatch || d.latch_a == bank::kPortA)
    peripherals_.read(qpu, d.word, i.read_a, false, port_a);
  const bool both_uniform = i.read_a == read::kUniform && i.read_b == read::kUniform && i.kind == Kind::Alu;
  if (both_uniform)
    qpu.bank[bank::kPortB] = port_a;  // the stream advances once
  else if (d.latch_b == Decoded::kNoLatch || d.latch_b == bank::kPortB)
    peripherals_.read(qpu, d.word, i.read_b, true, qpu.bank[bank::kPortB]);
  if (d.latch_a == bank::kPortA) std::memcpy(qpu.latch_a.data(), port_a.lane + 12, sizeof qpu.latch_a);
  if (i.unpack == Unpack::None) return;
  const Lanes& source = i.pm ? qpu.bank[bank::kR4] : d.latch_a == Decoded::kNoLatch ? port_a : qpu.bank[d.latch_a];
  Lanes& result = i.pm ? qpu.bank[bank::kUnpackedR4] : port_a;
  for (int lane = 0; lane < kLanes; ++lane) result[lane] = unpacked(i.unpack, i.pm || d.unpack_to_float, source[lane]);
}

// A rotation moves r0 to r3 over all lanes, everything else within its quad (reference 3.7). An
// accumulator that was just written still has its old value for lanes that read from a higher quad (H5).
void Executor::rotate_operands(const QpuState& qpu, const Decoded& d, Lanes& a, Lanes& b) const {
  const std::uint8_t code = d.instruction.read_b;
  std::uint32_t amount = code == kRotateByR5 ? qpu.bank[bank::kR5][0] : code - kRotateByR5;
  const auto old_of = [&](std::uint8_t index) -> const Lanes* {
    for (const Overwritten& write : qpu.overwritten)
      if (write.index == index) return &write.before;
    return nullptr;
  };
  if (const Lanes* old = old_of(bank::kR5); old != nullptr && code == kRotateByR5) amount = (*old)[0];  // H6
  const auto rotate = [&](std::uint8_t index, Lanes& rotated) {
    const Lanes& from = qpu.bank[index];
    const bool accumulator = index >= bank::kR0 && index < bank::kR4;
    const Lanes* const old = accumulator ? old_of(index) : nullptr;
    for (int lane = 0; lane < kLanes; ++lane) {
      const int shifted = lane - static_cast<int>(amount & 15);
      const int source = accumulator ? shifted & 15 : (lane & ~3) | (shifted & 3);
      rotated[lane] = old != nullptr && source / 4 > lane / 4 ? (*old)[source] : from[source];
    }
  };
  rotate(d.mul_a, a);
  rotate(d.mul_b, b);
}

void Executor::write(QpuState& qpu, const Decoded& d, const Target& target, const Result& result, int side) {
  qpu.overwritten[side].index = Overwritten::kNothing;
  if (target.kind == Target::Kind::Nowhere || result.condition == Condition::Never) return;
  if (target.kind == Target::Kind::Bank)
    write_bank(qpu, d, target, result, side);
  else if (target.kind == Target::Kind::Io)
    peripherals_.write(qpu, d.word, target.address, target.space_b, result.value, result.condition);
  else
    write_r5(qpu, target, result, side);
  if (units_.options.trace) trace_write(qpu, target, result.value, result.condition);
}

void Executor::write_bank(QpuState& qpu, const Decoded& d, const Target& target, const Result& result, int side) {
  Lanes& place = qpu.bank[target.index];
  Overwritten& overwritten = qpu.overwritten[side];
  overwritten.index = target.index;
  overwritten.before = place;
  overwritten.partly = result.condition != Condition::Always;
  Lanes value = result.value;
  if (target.packs) {
    const Instruction& i = d.instruction;
    for (int lane = 0; lane < kLanes; ++lane)
      value[lane] =
          i.pm ? colour_packed(i.pack, value[lane], place[lane])
               : packed({i.pack, target.is_float, result.op, (*result.a)[lane], (*result.b)[lane], value[lane]},
                        place[lane]);
  }
  if (!overwritten.partly) {
    place = value;
    return;
  }
  overwritten.mask = lanes_where(result.condition, qpu);
  blend(place, value, overwritten.mask);
}

// One value per quad or one for all lanes (reference 2.8, U14); the condition of its source lane applies.
void Executor::write_r5(QpuState& qpu, const Target& target, const Result& result, int side) {
  qpu.overwritten[side].index = bank::kR5;
  qpu.overwritten[side].before = qpu.bank[bank::kR5];
  qpu.overwritten[side].partly = false;
  const Lanes where = lanes_where(result.condition, qpu);
  for (int lane = 0; lane < kLanes; ++lane) {
    const int source = target.kind == Target::Kind::R5Quad ? lane & ~3 : 0;
    if (where[source] != 0) qpu.bank[bank::kR5][lane] = result.value[source];
  }
}

// Before any pack (U4), and only where the condition of their ALU holds (U3).
void Executor::write_flags(QpuState& qpu, const Lanes& value, const Lanes& carry, Condition condition) {
  Lanes zero, negative;
  for (int lane = 0; lane < kLanes; ++lane) {
    zero[lane] = value[lane] == 0 ? ~0u : 0u;
    negative[lane] = 0u - (value[lane] >> 31);
  }
  if (condition == Condition::Always) {
    qpu.zero = zero;
    qpu.negative = negative;
    qpu.carry = carry;
    return;
  }
  const Lanes where = lanes_where(condition, qpu);
  blend(qpu.zero, zero, where);
  blend(qpu.negative, negative, where);
  blend(qpu.carry, carry, where);
}

void Executor::trace_write(const QpuState& qpu, const Target& target, const Lanes& value, Condition condition) {
  TraceWrite write{target.address, target.space_b, bits_of(lanes_where(condition, qpu)), {}};
  const bool in_bank = target.kind == Target::Kind::Bank;
  write.r4 = in_bank && target.index == bank::kR4;
  for (int lane = 0; lane < kLanes; ++lane)
    write.values[static_cast<std::size_t>(lane)] = in_bank ? qpu.bank[target.index][lane] : value[lane];
  traced_.writes.push_back(write);
}

void Executor::trace_issue(QpuState& qpu, const Decoded& d) {
  traced_.cycle = qpu.time / kTicksPerCycle;
  traced_.qpu = qpu.number;
  traced_.pc = qpu.pc;
  traced_.word = d.word;
  traced_.stalled_cycles = qpu.stalled / kTicksPerCycle;
  traced_.cause = qpu.stalled != 0 ? std::optional(qpu.stall_cause) : std::nullopt;
  units_.options.trace(traced_);
  traced_.writes.clear();
}

}  // namespace qpu

// SPDX-License-Identifier: MIT
#include "qpu/emulator/executor.h"
#include "qpu/emulator/pack.h"

// How results and flags are written.
namespace qpu {

Lanes lanes_where(Condition condition, const QpuState& qpu) {
  if (condition <= Condition::Always) return broadcast(condition == Condition::Always ? ~0u : 0u);
  const auto code = static_cast<unsigned>(condition) - static_cast<unsigned>(Condition::ZeroSet);
  const Lanes& flag = code < 2 ? qpu.zero : code < 4 ? qpu.negative : qpu.carry;
  const std::uint32_t flip = (code & 1) != 0 ? ~0u : 0u;
  Lanes mask;
  for (int lane = 0; lane < kLanes; ++lane) mask[lane] = flag[lane] ^ flip;
  return mask;
}

void Executor::write(QpuState& qpu, const Decoded& d, const Target& target, const Result& result, int side) {
  qpu.overwritten[side].index = Overwritten::kNothing;
  if (target.kind == Target::Kind::Nowhere || result.condition == Condition::Never) return;
  if (target.kind == Target::Kind::Bank)
    write_bank(qpu, d, target, result, side);
  else if (target.kind == Target::Kind::Io)
    write_io(qpu, d, target.address, target.space_b, result);
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

// A value a quad or one for all (reference 2.8, U14); the lane it comes from decides whether it is written.
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

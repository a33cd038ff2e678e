// SPDX-License-Identifier: MIT
#include "qpu/emulator/issue_checks.h"

#include <fmt/format.h>

#include <algorithm>

#include "qpu/registers.h"
#include "qpu/small_immediate.h"

namespace qpu {
namespace {

// Collects the latest of several times, or that the QPU is blocked until another QPU acts.
class Readiness {
 public:
  void at(Ticks time, Stall cause) {
    if (time <= time_) return;
    time_ = time;
    cause_ = cause;
  }
  void blocked(Stall cause, int semaphore = -1) {
    if (!waiting_) waiting_ = Waiting{cause, semaphore};
  }

  Ticks time_ = 0;
  Stall cause_ = Stall::Instruction;
  std::optional<Waiting> waiting_;
};

void wait_for_read(const QpuState& qpu, const Units& units, std::uint8_t address, bool port_b, Readiness& ready) {
  switch (address) {
    case read::kUniform:
      return ready.at(qpu.uniform_pace.ready(units.timing.uniform_word), Stall::Uniform);
    case read::kVpm:
      if (qpu.vpm_reads[0].left == 0) return ready.blocked(Stall::VpmRead);  // U17
      return ready.at(qpu.vpm_reads[0].ready, Stall::VpmRead);
    case read::kVrWaitA:
      return ready.at(port_b ? qpu.store_done : qpu.load_done, port_b ? Stall::VdwWait : Stall::VdrWait);
    case read::kMutexAcquire:
      if (units.mutex_owner >= 0) ready.blocked(Stall::Mutex);
      return;
    default:
      return;
  }
}

void wait_for_write(const QpuState& qpu, const Units& units, const Target& target, Readiness& ready) {
  constexpr Ticks kPosted = 2;  // vectors that may be on their way into the VPM
  if (target.kind != Target::Kind::Io) return;
  const auto tmu = [&](const TmuFifo& fifo) {
    if (fifo.room_at() == TmuFifo::kNever) return ready.blocked(Stall::Tmu);
    ready.at(fifo.room_at(), Stall::Tmu);
  };
  switch (target.address) {
    case write::kVpm:
      return ready.at(qpu.vpm_posted - std::min(qpu.vpm_posted, kPosted * units.timing.vpm_vector), Stall::VpmWrite);
    case write::kVrAddrA:
      if (target.space_b) return ready.at(units.dma.store_free(), Stall::VdwBusy);
      return ready.at(units.dma.load_free(), Stall::VdrBusy);
    case write::kTmu0S:
      return tmu(qpu.tmu[0]);
    case write::kTmu1S:
      return tmu(qpu.tmu[1]);
    default:
      return;
  }
}

void wait_for_semaphore(const Units& units, std::uint32_t immediate, Readiness& ready) {
  const std::uint32_t count = units.semaphores[immediate & 15];
  const bool acquires = (immediate & 16) != 0;
  if (count == (acquires ? 0 : kMostSemaphore)) ready.blocked(Stall::Semaphore, static_cast<int>(immediate & 15));
}

void wait_for_signal(const QpuState& qpu, Signal signal, Readiness& ready) {
  if (signal != Signal::LoadTmu0 && signal != Signal::LoadTmu1) return;
  const TmuFifo& fifo = qpu.tmu[signal == Signal::LoadTmu1 ? 1 : 0];
  if (fifo.empty()) return ready.blocked(Stall::Tmu);  // H29
  ready.at(fifo.ready(), Stall::Tmu);
}

std::string register_name(std::uint8_t index) {
  if (index < bank::kFileB) return fmt::format("ra{}", index);
  if (index < bank::kR0) return fmt::format("rb{}", index - bank::kFileB);
  return fmt::format("r{}", index - bank::kR0);
}

std::string missing(const RegisterSet& reads, const RegisterSet& written) {
  for (std::uint8_t index = 0; index <= bank::kR5; ++index) {
    RegisterSet one;
    one.add(index);
    if (one.meets(reads) && !one.meets(written)) return register_name(index);
  }
  return "the flags";
}

// The lanes in which the value of a register is used.
Lanes lanes_read(const QpuState& qpu, const Decoded& d, std::uint8_t index) {
  const Instruction& i = d.instruction;
  if (i.kind == Kind::Branch) return broadcast(~0u);
  const auto reads = [&](Mux mux) { return index < bank::kFileB ? mux == Mux::A : mux == Mux::B; };
  const Lanes none = broadcast(0);
  const Lanes add = reads(i.add_a) || reads(i.add_b) ? lanes_where(i.add_condition, qpu) : none;
  const Lanes mul = reads(i.mul_a) || reads(i.mul_b)
                        ? d.has(Decoded::Rotates) ? broadcast(~0u) : lanes_where(i.mul_condition, qpu)
                        : none;
  Lanes both;
  for (int lane = 0; lane < kLanes; ++lane) both[lane] = add[lane] | mul[lane];
  return both;
}

bool meet(const Lanes& a, const Lanes& b) { return (bits_of(a) & bits_of(b)) != 0; }

bool touches_vpm_or_stream(const Decoded& d) {
  const Instruction& i = d.instruction;
  const auto reads = [](std::uint8_t address) {
    return address == read::kUniform || address == read::kVarying ||
           (address >= read::kVpm && address <= read::kVrWaitA);
  };
  const auto writes = [](const Target& target) {
    return target.kind == Target::Kind::Io && target.address >= write::kVpm && target.address <= write::kVrAddrA;
  };
  return reads(i.read_a) || (i.kind == Kind::Alu && reads(i.read_b)) || writes(d.add_target) || writes(d.mul_target);
}

// H1, unless the lanes written and the lanes read are disjoint (H1a).
void check_early_reads(const QpuState& qpu, const Decoded& d, Units& units) {
  for (const Overwritten& write : qpu.overwritten) {
    RegisterSet one;
    if (write.index < bank::kR0) one.add(write.index);
    if ((one.files & d.reads.files) == 0) continue;
    if (write.partly && !meet(write.mask, lanes_read(qpu, d, write.index))) continue;
    units.violation(
        qpu, d.word, FaultKind::BrokenHazard,
        fmt::format("reads {} right after it was written: the old value is read (H1)", register_name(write.index)));
  }
}

// Whether a lane that is used gets its value from a higher quad, and from a lane that the last word has written there
// (reference 3.7).
bool rotates_stale_lanes(const QpuState& qpu, const Decoded& d, const Overwritten& write) {
  const std::uint8_t code = d.instruction.read_b;
  const int amount = static_cast<int>(code == kRotateByR5 ? qpu.bank[bank::kR5][0] & 15 : code - kRotateByR5);
  const Lanes used = lanes_where(d.instruction.mul_condition, qpu);
  for (int lane = 0; lane < kLanes; ++lane) {
    const int source = (lane - amount) & 15;
    if (source / 4 > lane / 4 && used[lane] != 0 && (!write.partly || write.mask[source] != 0)) return true;
  }
  return false;
}

void check_rotation(const QpuState& qpu, const Decoded& d, Units& units) {
  if (!d.has(Decoded::Rotates)) return;
  for (const Overwritten& write : qpu.overwritten) {
    RegisterSet one;
    if (write.index != Overwritten::kNothing) one.add(write.index);
    if ((one.accumulators & d.rotated.accumulators) == 0) continue;
    const bool amount = write.index == bank::kR5;
    if (amount || rotates_stale_lanes(qpu, d, write))
      units.violation(qpu, d.word, FaultKind::BrokenHazard,
                      fmt::format("rotates {} {} right after it was written ({})", amount ? "by" : "what is in",
                                  register_name(write.index), amount ? "H6" : "H5"));
  }
}

void check_pending(const QpuState& qpu, const Decoded& d, Units& units) {
  const auto broken = [&](std::string_view text) {
    units.violation(qpu, d.word, FaultKind::BrokenHazard, std::string(text));
  };
  const Instruction& i = d.instruction;
  if (qpu.sfu.instructions > 0 && d.has(Decoded::UsesR4))
    broken("uses r4 before a result of the SFU has arrived there (H3)");
  const bool takes_uniform = i.read_a == read::kUniform || (i.kind == Kind::Alu && i.read_b == read::kUniform);
  if (qpu.uniforms_restart.instructions > 0 && takes_uniform && !d.has(Decoded::Special))
    broken("reads a uniform before the stream is at its new address (H7)");
  if (qpu.branch_slots > 1 && d.has(Decoded::Links))
    broken("a branch in the first or second delay slot of another is lost (H18)");
  if (qpu.end_slots > 0 && !d.has(Decoded::Special) && touches_vpm_or_stream(d))
    broken("touches uniforms, VPM or DMA after the program end (H20)");
}

}  // namespace

bool may_issue(QpuState& qpu, const Decoded& d, Units& units) {
  const Instruction& i = d.instruction;
  Readiness ready;
  if (i.kind == Kind::Semaphore) wait_for_semaphore(units, i.immediate, ready);
  if (!d.has(Decoded::Special)) {
    wait_for_read(qpu, units, i.read_a, false, ready);
    if (i.kind == Kind::Alu) wait_for_read(qpu, units, i.read_b, true, ready);
    wait_for_signal(qpu, i.signal, ready);
  }
  if (i.add_condition != Condition::Never) wait_for_write(qpu, units, d.add_target, ready);
  if (i.mul_condition != Condition::Never) wait_for_write(qpu, units, d.mul_target, ready);
  if (ready.waiting_) {
    qpu.waiting = ready.waiting_;
    qpu.stall_cause = ready.waiting_->cause;
    return false;
  }
  if (ready.time_ <= qpu.time) return true;
  const Ticks wait = (ready.time_ - qpu.time + kIssue - 1) / kIssue * kIssue;  // it retries at its turns
  units.statistics.stalled_cycles[static_cast<std::size_t>(ready.cause_)] += wait / kTicksPerCycle;
  qpu.time += wait;
  qpu.stalled += wait;
  qpu.stall_cause = ready.cause_;
  return false;
}

void check_hazards(const QpuState& qpu, const Decoded& d, Units& units) {
  if (!d.reads.within(qpu.written))
    units.violation(qpu, d.word, FaultKind::UndefinedRead,
                    fmt::format("reads {}, which this program has not written", missing(d.reads, qpu.written)));
  check_early_reads(qpu, d, units);
  check_rotation(qpu, d, units);
  if (qpu.pending) check_pending(qpu, d, units);
}

}  // namespace qpu

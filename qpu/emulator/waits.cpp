// SPDX-License-Identifier: MIT
#include <algorithm>

#include "qpu/emulator/executor.h"
#include "qpu/registers.h"

// What an instruction may have to wait for. All of it is looked at before anything happens (reference appendix D), by
// the register fields alone: conditions do not matter (reference 4).
namespace qpu {
namespace {

// Gathers the latest of many times, or that no time will do.
class Readiness {
 public:
  void at(Ticks time, Stall cause) {
    if (time <= time_) return;
    time_ = time;
    cause_ = cause;
  }
  void not_alone(Stall cause, int semaphore = -1) {
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
      if (qpu.vpm_reads[0].left == 0) return ready.not_alone(Stall::VpmRead);  // U17
      return ready.at(qpu.vpm_reads[0].ready, Stall::VpmRead);
    case read::kVrWaitA:
      return ready.at(port_b ? qpu.store_done : qpu.load_done, port_b ? Stall::VdwWait : Stall::VdrWait);
    case read::kMutexAcquire:
      if (units.mutex_owner >= 0) ready.not_alone(Stall::Mutex);
      return;
    default:
      return;
  }
}

void wait_for_write(const QpuState& qpu, const Units& units, const Target& target, Readiness& ready) {
  constexpr Ticks kPosted = 2;  // vectors that may be on their way into the VPM
  if (target.kind != Target::Kind::Io) return;
  const auto tmu = [&](const TmuFifo& fifo) {
    if (fifo.room_at() == TmuFifo::kNever) return ready.not_alone(Stall::Tmu);
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
  if (count == (acquires ? 0 : kMostSemaphore)) ready.not_alone(Stall::Semaphore, static_cast<int>(immediate & 15));
}

void wait_for_signal(const QpuState& qpu, Signal signal, Readiness& ready) {
  if (signal != Signal::LoadTmu0 && signal != Signal::LoadTmu1) return;
  const TmuFifo& fifo = qpu.tmu[signal == Signal::LoadTmu1 ? 1 : 0];
  if (fifo.empty()) return ready.not_alone(Stall::Tmu);  // H29
  ready.at(fifo.ready(), Stall::Tmu);
}

}  // namespace

bool Executor::may_issue(QpuState& qpu, const Decoded& d) {
  const Instruction& i = d.instruction;
  Readiness ready;
  if (i.kind == Kind::Semaphore) wait_for_semaphore(units_, i.immediate, ready);
  if (!d.has(Decoded::Special)) {
    wait_for_read(qpu, units_, i.read_a, false, ready);
    if (i.kind == Kind::Alu) wait_for_read(qpu, units_, i.read_b, true, ready);
    wait_for_signal(qpu, i.signal, ready);
  }
  if (i.add_condition != Condition::Never) wait_for_write(qpu, units_, d.add_target, ready);
  if (i.mul_condition != Condition::Never) wait_for_write(qpu, units_, d.mul_target, ready);
  if (ready.waiting_) {
    qpu.waiting = ready.waiting_;
    qpu.stall_cause = ready.waiting_->cause;
    return false;
  }
  if (ready.time_ <= qpu.time) return true;
  const Ticks wait = (ready.time_ - qpu.time + kIssue - 1) / kIssue * kIssue;  // it tries again at its turns
  units_.statistics.stalled_cycles[static_cast<std::size_t>(ready.cause_)] += wait / kTicksPerCycle;
  qpu.time += wait;
  qpu.stalled += wait;
  qpu.stall_cause = ready.cause_;
  return false;
}

}  // namespace qpu

// SPDX-License-Identifier: MIT
#include "qpu/emulator/scheduler.h"

#include <fmt/format.h>

#include <algorithm>

#include "qpu/emulator/issue_checks.h"
#include "qpu/small_immediate.h"

namespace qpu {
namespace {

constexpr std::size_t kQueueSlots = 16;      // of SRQPC
constexpr std::size_t kDecodedWords = 8192;  // a power of two
constexpr Ticks kNever = ~Ticks{0};

}  // namespace

Scheduler::Scheduler(Units& units)
    : units_(units), executor_(units), qpus_(static_cast<std::size_t>(units.options.qpus)), decoded_(kDecodedWords) {
  reset();
}

void Scheduler::reset() {
  queue_.clear();
  requested = completed = 0;
  for (int number = 0; number < units_.options.qpus; ++number) {
    QpuState& qpu = qpus_[static_cast<std::size_t>(number)];
    qpu = {};
    qpu.number = number;
    qpu.bank[bank::kQpuNumber] = broadcast(static_cast<std::uint32_t>(number));
    for (int lane = 0; lane < kLanes; ++lane) qpu.bank[bank::kElementNumber][lane] = static_cast<std::uint32_t>(lane);
    for (int code = 0; code < kSmallImmediateCodes; ++code)
      qpu.bank[static_cast<std::size_t>(bank::kSmallImmediates + code)] =
          broadcast(small_immediate_value(static_cast<std::uint8_t>(code)));
  }
}

int Scheduler::running() const {
  return static_cast<int>(
      std::ranges::count_if(qpus_, [](const QpuState& qpu) { return qpu.status != QpuState::Status::Idle; }));
}

Ticks Scheduler::busy_time() const {
  Ticks last = last_time_;
  for (const QpuState& qpu : qpus_)
    if (qpu.status != QpuState::Status::Idle) last = std::max(last, qpu.time);
  return last - std::min(last, busy_since_);
}

bool Scheduler::queue(std::uint32_t code, std::uint32_t uniforms, Ticks now) {
  const auto idle =
      std::ranges::find_if(qpus_, [](const QpuState& qpu) { return qpu.status == QpuState::Status::Idle; });
  if (idle == qpus_.end() && queue_.size() == kQueueSlots) return false;
  ++requested;
  if (idle != qpus_.end())
    start(*idle, {code, uniforms}, now);
  else
    queue_.push_back({code, uniforms});
  return true;
}

void Scheduler::start(QpuState& qpu, const Request& request, Ticks now) {
  if (running() == 0) busy_since_ = now;
  last_time_ = std::max(last_time_, now);
  qpu.begin(request.code, request.uniforms, now);
}

// A QPU that has ended starts the next request immediately (reference 8.4).
void Scheduler::retire(QpuState& qpu) {
  qpu.status = QpuState::Status::Idle;
  ++completed;
  ++units_.statistics.programs;
  units_.counters.busy_ticks += qpu.time - qpu.started;
  if (!queue_.empty()) {
    const Request next = queue_.front();
    queue_.pop_front();
    return start(qpu, next, qpu.time);
  }
  if (running() != 0) return;
  const Ticks end = std::max(qpu.time, units_.dma.last_arrival());
  units_.statistics.cycles += (end - std::min(end, busy_since_)) / kTicksPerCycle;
  last_time_ = std::max(last_time_, end);
}

void Scheduler::wake(Ticks now) {
  for (QpuState& qpu : qpus_) {
    if (!qpu.waiting) continue;
    const bool mutex = qpu.waiting->cause == Stall::Mutex && (units_.woken & Units::kMutexWoken) != 0;
    const bool semaphore = qpu.waiting->semaphore >= 0 && (units_.woken >> qpu.waiting->semaphore & 1) != 0;
    if (!mutex && !semaphore) continue;
    const Ticks waited = now - std::min(now, qpu.time);
    units_.statistics.stalled_cycles[static_cast<std::size_t>(qpu.waiting->cause)] += waited / kTicksPerCycle;
    qpu.stalled += waited;
    qpu.time += waited;
    qpu.waiting.reset();
  }
  units_.woken = 0;
}

void Scheduler::fetch_line(QpuState& qpu) {
  if (qpu.pc % kWordBytes != 0 || !units_.memory.contains(qpu.pc, kWordBytes))
    raise(qpu, 0, FaultKind::WrongAddress,
          fmt::format("executes at 0x{:08x}, {}", qpu.pc,
                      qpu.pc % kWordBytes != 0 ? "not a multiple of 8" : "outside of memory"));
  qpu.instruction_line = qpu.pc / kLineBytes;
  auto& cache = units_.slice_of(qpu).instructions;
  if (cache.find(qpu.pc) != nullptr) return;
  cache.replace(qpu.pc);
  ++units_.counters.instruction_misses;
  const Ticks miss = units_.timing.instruction_miss;
  qpu.time += miss;
  qpu.stalled += miss;
  qpu.stall_cause = Stall::Instruction;
  units_.statistics.stalled_cycles[static_cast<std::size_t>(Stall::Instruction)] += miss / kTicksPerCycle;
}

const Decoded& Scheduler::fetch(QpuState& qpu) {
  if (qpu.pc / kLineBytes != qpu.instruction_line || qpu.pc % kWordBytes != 0) fetch_line(qpu);
  const auto word = units_.memory.get<Word>(qpu.pc);
  Decoded& d = decoded_[qpu.pc / kWordBytes % kDecodedWords];
  if (d.word != word || d.address != qpu.pc) d = decoded(word, qpu.pc);
  return d;
}

// Runs until it has to wait, has ended, reaches a shared access before its time, or the bound.
void Scheduler::run_one(QpuState& qpu, Ticks others, Ticks bound) {
  while (qpu.time < bound) {
    const Decoded& d = fetch(qpu);
    if (d.has(Decoded::Shared) && qpu.time > others) return;
    if (d.has(Decoded::Waits) && !may_issue(qpu, d, units_)) {
      if (qpu.waiting) return;
      continue;
    }
    executor_.issue(qpu, d);
    if (units_.woken != 0) return wake(qpu.time);
    if (qpu.status == QpuState::Status::Ended) return;
  }
}

Scheduler::Stop Scheduler::run(Ticks bound, bool stop_at_interrupt) {
  const std::uint32_t interrupts = units_.host_interrupts;
  for (;;) {
    QpuState* first = nullptr;
    Ticks others = kNever;
    for (QpuState& qpu : qpus_) {
      if (!qpu.runnable()) continue;
      if (first == nullptr || qpu.time < first->time) {
        if (first != nullptr) others = first->time;
        first = &qpu;
      } else {
        others = std::min(others, qpu.time);
      }
    }
    if (first == nullptr) return running() == 0 ? Stop::Idle : Stop::Blocked;
    if (first->time >= bound) return Stop::Bound;
    last_time_ = std::max(last_time_, first->time);
    if (first->status == QpuState::Status::Ended)
      retire(*first);
    else
      run_one(*first, others, bound);
    if (units_.woken != 0) wake(first->time);
    if (stop_at_interrupt && units_.host_interrupts != interrupts) return Stop::Interrupted;
  }
}

}  // namespace qpu

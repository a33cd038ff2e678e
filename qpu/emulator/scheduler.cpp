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
constexpr int kUnlimited = 1 << 30;
constexpr int kLongestTurn = 100'000;  // so that one who polls does not keep the others from what it polls for

}  // namespace

Scheduler::Scheduler(Units& units)
    : units_(units),
      executor_(units),
      qpus_(static_cast<std::size_t>(units.options.qpus)),
      decoded_(kDecodedWords),
      random_(units.options.seed) {
  reset();
}

void Scheduler::reset() {
  queue_.clear();
  requested = completed = 0;
  clock_ = 0;
  turn_of_ = 0;
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
  qpu.posted.arrive(units_.vpm);
  if (units_.mutex_owner == qpu.number)
    units_.violation(qpu, 0, FaultKind::BrokenHazard, "the program has ended with the mutex");
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

// False: the line comes from memory that all share, and another QPU is behind in time.
bool Scheduler::fetch_line(QpuState& qpu, Ticks others) {
  if (qpu.pc % kWordBytes != 0 || !units_.memory.contains(qpu.pc, kWordBytes))
    raise(qpu, 0, FaultKind::WrongAddress,
          fmt::format("executes at 0x{:08x}, {}", qpu.pc,
                      qpu.pc % kWordBytes != 0 ? "not a multiple of 8" : "outside of memory"));
  auto& cache = units_.slice_of(qpu).instructions;
  const bool hit = cache.find(qpu.pc) != nullptr;
  if (!hit && qpu.time > others) return false;
  qpu.instruction_line = qpu.pc / kLineBytes;
  if (hit) return true;
  cache.replace(qpu.pc);
  ++units_.counters.instruction_misses;
  const Ticks miss = units_.path.fetch_instructions(qpu.pc, qpu.time) - qpu.time;
  qpu.time += miss;
  qpu.stalled += miss;
  qpu.stall_cause = Stall::Instruction;
  units_.statistics.stalled_cycles[static_cast<std::size_t>(Stall::Instruction)] += miss / kTicksPerCycle;
  return true;
}

const Decoded* Scheduler::fetch(QpuState& qpu, Ticks others) {
  const bool elsewhere = qpu.pc / kLineBytes != qpu.instruction_line || qpu.pc % kWordBytes != 0;
  if (elsewhere && !fetch_line(qpu, others)) return nullptr;
  const auto word = units_.memory.get<Word>(qpu.pc);
  Decoded& d = decoded_[qpu.pc / kWordBytes % kDecodedWords];
  if (d.word != word || d.address != qpu.pc) d = decoded(word, qpu.pc);
  return &d;
}

// Runs until it has to wait, has ended, reaches a shared access before its time, or the bound.
void Scheduler::run_one(const Turn& turn, Ticks bound) {
  QpuState& qpu = *turn.qpu;
  for (int left = turn.instructions; left > 0 && qpu.time < bound;) {
    const Decoded* const fetched = fetch(qpu, turn.others);
    if (fetched == nullptr) return;
    const Decoded& d = *fetched;
    if (d.has(Decoded::Shared) && qpu.time > turn.others) return;
    if (d.has(Decoded::Waits) && !may_issue(qpu, d, units_)) {
      if (qpu.waiting || !in_time()) return;
      continue;
    }
    executor_.issue(qpu, d);
    clock_ = qpu.time;
    --left;
    if (units_.woken != 0) return wake(qpu.time);
    if (qpu.status == QpuState::Status::Ended) return;
  }
}

bool Scheduler::in_time() const {
  return units_.options.schedule == Schedule::InTime || units_.options.schedule == Schedule::ReverseWake;
}

Scheduler::Turn Scheduler::next_turn() { return in_time() ? turn_in_time() : turn_by_choice(); }

Scheduler::Turn Scheduler::turn_in_time() {
  Turn turn{nullptr, kNever, kUnlimited};
  const bool reverse = units_.options.schedule == Schedule::ReverseWake;
  for (std::size_t index = 0; index < qpus_.size(); ++index) {
    QpuState& qpu = qpus_[reverse ? qpus_.size() - 1 - index : index];
    if (!qpu.runnable()) continue;
    if (turn.qpu == nullptr || qpu.time < turn.qpu->time) {
      if (turn.qpu != nullptr) turn.others = turn.qpu->time;
      turn.qpu = &qpu;
    } else {
      turn.others = std::min(turn.others, qpu.time);
    }
  }
  return turn;
}

// What all but one have not done yet happens after what that one does: its clock is the clock of all.
Scheduler::Turn Scheduler::turn_by_choice() {
  Ticks earliest = kNever;
  for (const QpuState& qpu : qpus_)
    if (qpu.runnable()) earliest = std::min(earliest, qpu.time);
  if (earliest == kNever) return {};
  clock_ = std::max(clock_, earliest);
  QpuState* const qpu = chosen();
  turn_of_ = static_cast<std::size_t>(qpu - qpus_.data());
  qpu->time = clock_;
  return {qpu, kNever, turn_length()};
}

QpuState* Scheduler::chosen() {
  const auto may_run = [&](const QpuState& qpu) { return qpu.runnable() && qpu.time <= clock_; };
  std::size_t skipped = 0;
  switch (units_.options.schedule) {
    case Schedule::Random:
      skipped = random_() % qpus_.size();
      break;
    case Schedule::UntilStall:
      if (may_run(qpus_[turn_of_])) return &qpus_[turn_of_];
      break;
    default:
      break;
  }
  for (std::size_t place = turn_of_ + 1 + skipped;; ++place)
    if (QpuState& qpu = qpus_[place % qpus_.size()]; may_run(qpu)) return &qpu;
}

int Scheduler::turn_length() {
  constexpr unsigned kLongestRandom = 64;
  if (units_.options.schedule == Schedule::Random) return 1 + static_cast<int>(random_() % kLongestRandom);
  return units_.options.schedule == Schedule::RoundRobin ? 1 : kLongestTurn;
}

Scheduler::Stop Scheduler::run(Ticks bound, bool stop_at_interrupt) {
  const std::uint32_t interrupts = units_.host_interrupts;
  for (;;) {
    const Turn turn = next_turn();
    if (turn.qpu == nullptr) return running() == 0 ? Stop::Idle : Stop::Blocked;
    QpuState& first = *turn.qpu;
    if (first.time >= bound) return Stop::Bound;
    last_time_ = std::max(last_time_, first.time);
    if (first.status == QpuState::Status::Ended)
      retire(first);
    else
      run_one(turn, bound);
    if (units_.woken != 0) wake(first.time);
    if (stop_at_interrupt && units_.host_interrupts != interrupts) return Stop::Interrupted;
  }
}

}  // namespace qpu

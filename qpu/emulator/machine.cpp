// SPDX-License-Identifier: MIT
#include "qpu/emulator/machine.h"

#include <fmt/format.h>

#include <stdexcept>

#include "qpu/emulator/scheduler.h"

namespace qpu {

struct Machine::Impl {
  Impl(Sdram& memory, MachineOptions options) : units(memory, std::move(options)), scheduler(units) {}

  End go(Ticks bound, bool stop_at_interrupt);
  End stop(Fault raised);
  Ticks busy_ticks() const;
  Fault deadlock() const;
  Fault runaway() const;
  End check_semaphores();

  Units units;
  Scheduler scheduler;
  Ticks now = 0;    // of the host
  Statistics past;  // before they were reset, for the performance counters
  std::optional<Fault> fault;
};

namespace {

std::string what_waits_for(const QpuState& qpu) {
  switch (qpu.waiting->cause) {
    case Stall::Semaphore:
      return fmt::format("semaphore {}", qpu.waiting->semaphore);
    case Stall::Mutex:
      return "the mutex";
    case Stall::VpmRead:
      return "a VPM vector not announced by a set-up";
    default:
      return qpu.tmu[0].empty() || qpu.tmu[1].empty() ? "a look-up that was never requested" : "room in a TMU FIFO";
  }
}

}  // namespace

Machine::End Machine::Impl::go(Ticks bound, bool stop_at_interrupt) {
  const TruncatingRounding rounding;
  if (fault) return End::Fault;
  try {
    switch (scheduler.run(bound, stop_at_interrupt)) {
      case Scheduler::Stop::Idle:
        units.dma.finish();
        return End::Idle;
      case Scheduler::Stop::Interrupted:
        return End::HostInterrupt;
      case Scheduler::Stop::Blocked:
        return End::Blocked;
      case Scheduler::Stop::Bound:
        return End::TimeUp;
    }
  } catch (Fault& raised) {
    return stop(std::move(raised));
  }
  return End::Fault;
}

// Programs running up to here count, although they will not end.
Machine::End Machine::Impl::stop(Fault raised) {
  fault = std::move(raised);
  units.statistics.cycles += scheduler.busy_time() / kTicksPerCycle;
  return End::Fault;
}

// Sums over all QPUs, including those still running.
Ticks Machine::Impl::busy_ticks() const {
  Ticks busy = units.counters.busy_ticks;
  for (const QpuState& qpu : scheduler.qpus())
    if (qpu.status != QpuState::Status::Idle) busy += std::max(now, qpu.started) - qpu.started;
  return busy;
}

Fault Machine::Impl::deadlock() const {
  std::string text = "all running QPUs wait forever:";
  const QpuState* first = nullptr;
  for (const QpuState& qpu : scheduler.qpus()) {
    if (!qpu.waiting) continue;
    if (first == nullptr) first = &qpu;
    text +=
        fmt::format("{} QPU {} at 0x{:08x} for {}", first == &qpu ? "" : ",", qpu.number, qpu.pc, what_waits_for(qpu));
  }
  if (units.mutex_owner >= 0) text += fmt::format("; QPU {} has the mutex", units.mutex_owner);
  return {FaultKind::Deadlock,
          first->number,
          first->pc,
          units.memory.contains(first->pc, kWordBytes) ? units.memory.get<Word>(first->pc) : 0,
          first->time / kTicksPerCycle,
          text,
          std::make_shared<const RegisterSnapshot>(snapshot_of(*first))};
}

Fault Machine::Impl::runaway() const {
  for (const QpuState& qpu : scheduler.qpus())
    if (qpu.runnable())
      return {FaultKind::Runaway,
              qpu.number,
              qpu.pc,
              units.memory.contains(qpu.pc, kWordBytes) ? units.memory.get<Word>(qpu.pc) : 0,
              qpu.time / kTicksPerCycle,
              fmt::format("still running after {} cycles", (qpu.time - qpu.started) / kTicksPerCycle),
              std::make_shared<const RegisterSnapshot>(snapshot_of(qpu))};
  return {};
}

// Counts outlive programs and launches (reference 7), so the next program would find them.
Machine::End Machine::Impl::check_semaphores() {
  try {
    for (std::uint32_t number = 0; number < units.semaphores.size(); ++number)
      if (units.semaphores[number] != 0)
        units.violation(scheduler.qpus().front(), 0, FaultKind::BrokenHazard,
                        fmt::format("all programs have ended, and semaphore {} is left at {} (7)", number,
                                    units.semaphores[number]));
  } catch (Fault& raised) {
    return stop(std::move(raised));
  }
  return End::Idle;
}

Machine::Machine(Sdram& memory, MachineOptions options) {
  if (options.qpus < 1 || options.qpus > kQpus)
    throw std::invalid_argument(fmt::format("{} QPUs: V3D has 1 to {}", options.qpus, kQpus));
  impl_ = std::make_unique<Impl>(memory, std::move(options));
}
Machine::~Machine() = default;
Machine::Machine(Machine&&) noexcept = default;
Machine& Machine::operator=(Machine&&) noexcept = default;

bool Machine::queue(std::uint32_t code, std::uint32_t uniforms) {
  return impl_->scheduler.queue(code, uniforms, impl_->now);
}
int Machine::queue_length() const { return static_cast<int>(impl_->scheduler.queue_length()); }
void Machine::clear_queue() { impl_->scheduler.clear_queue(); }

Machine::End Machine::run(Until until) {
  Impl& m = *impl_;
  const Ticks limit = m.now + m.units.options.cycle_limit * kTicksPerCycle;
  const End end = m.go(limit, until == Until::HostInterrupt);
  m.now = std::max(m.now, m.scheduler.last_time());
  if (end == End::Blocked) return m.stop(m.deadlock());
  if (end == End::TimeUp) return m.stop(m.runaway());
  return end == End::Idle && until == Until::Idle ? m.check_semaphores() : end;
}

Machine::End Machine::advance(std::uint64_t cycles) {
  Impl& m = *impl_;
  m.now += cycles * kTicksPerCycle;
  const End end = m.go(m.now, false);
  if (end != End::Fault) {
    const TruncatingRounding rounding;
    m.units.dma.settle(m.now);
  }
  return end;
}

const std::optional<Fault>& Machine::fault() const { return impl_->fault; }

void Machine::reset() {
  Impl& m = *impl_;
  if (m.scheduler.running() > 0 && !m.fault) m.units.statistics.cycles += m.scheduler.busy_time() / kTicksPerCycle;
  m.fault.reset();
  m.scheduler.reset();
  m.units.semaphores = {};
  m.units.mutex_owner = -1;
  m.units.host_interrupts = m.units.woken = 0;
  m.units.dma.clear();
  m.units.vpm_written.clear();
  clear_l2();
  clear_slice_caches(~0u);
}

std::uint64_t Machine::cycle() const { return impl_->now / kTicksPerCycle; }
double Machine::microseconds(std::uint64_t cycles) const {
  return static_cast<double>(cycles) / impl_->units.timing.v3d_megahertz;
}
const BoardTiming& Machine::timing() const { return impl_->units.timing; }
int Machine::running() const { return impl_->scheduler.running(); }
std::uint32_t Machine::requested() const { return impl_->scheduler.requested; }
std::uint32_t Machine::completed() const { return impl_->scheduler.completed; }
std::uint32_t Machine::host_interrupts() const { return impl_->units.host_interrupts; }
void Machine::clear_host_interrupts(std::uint32_t mask) { impl_->units.host_interrupts &= ~mask; }
void Machine::zero_request_count() { impl_->scheduler.requested = 0; }
void Machine::zero_completed_count() { impl_->scheduler.completed = 0; }

void Machine::clear_l2() { impl_->units.path.clear(); }

// Reference 8.2: four bits each for the slices, for TMU 1, TMU 0, uniforms and instructions.
void Machine::clear_slice_caches(std::uint32_t mask) {
  for (std::size_t slice = 0; slice < kSlices; ++slice) {
    Slice& caches = impl_->units.slices[slice];
    if ((mask >> (24 + slice) & 1) != 0) caches.tmu[1].clear();
    if ((mask >> (16 + slice) & 1) != 0) caches.tmu[0].clear();
    if ((mask >> (8 + slice) & 1) != 0) caches.uniforms.clear();
    if ((mask >> slice & 1) != 0) caches.instructions.clear();
  }
}

void Machine::set_vpm_base(std::uint32_t units) { impl_->units.vpm.reserve(units); }

std::uint64_t Machine::performance_counter(int source) const {
  const Units& units = impl_->units;
  const auto total = [&](auto Statistics::*count) { return impl_->past.*count + units.statistics.*count; };
  constexpr auto kTmu = static_cast<std::size_t>(Stall::Tmu);
  switch (source) {
    case 13:
      return cycle() * static_cast<std::uint64_t>(units.options.qpus) - impl_->busy_ticks() / kTicksPerCycle;
    case 16:
      return total(&Statistics::instructions) * (kIssue / kTicksPerCycle);
    case 17:
      return impl_->past.stalled_cycles[kTmu] + units.statistics.stalled_cycles[kTmu];
    case 20:
      return total(&Statistics::instructions);
    case 21:
      return units.counters.instruction_misses;
    case 22:
      return units.counters.uniform_fetches +
             2 * total(&Statistics::programs);  // two were fetched ahead (reference 5.1)
    case 23:
      return units.counters.uniform_misses;
    case 24:
      return total(&Statistics::tmu_requests) * kLanes;
    case 25:
      return total(&Statistics::tmu_misses);
    case 28:
      return units.path.hits();
    case 29:
      return units.path.misses();
    default:
      return 0;
  }
}

const Statistics& Machine::statistics() const { return impl_->units.statistics; }
void Machine::reset_statistics() {
  const Statistics& s = impl_->units.statistics;
  Statistics& past = impl_->past;
  for (const auto count :
       {&Statistics::instructions, &Statistics::programs, &Statistics::tmu_requests, &Statistics::tmu_misses})
    past.*count += s.*count;
  for (std::size_t cause = 0; cause < kStallCauses; ++cause) past.stalled_cycles[cause] += s.stalled_cycles[cause];
  impl_->units.statistics = {};
}
std::uint32_t Machine::semaphore(int index) const { return impl_->units.semaphores[static_cast<std::size_t>(index)]; }
std::uint32_t Machine::vpm_word(int row, int column) const { return impl_->units.vpm.word(row, column); }

}  // namespace qpu

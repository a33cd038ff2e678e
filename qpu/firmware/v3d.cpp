// SPDX-License-Identifier: MIT
#include "qpu/firmware/v3d.h"

#include <fmt/format.h>

#include <algorithm>

namespace qpu {

namespace {

constexpr std::string_view kDone = "done", kInterrupted = "interrupted";
constexpr std::uint64_t kSlice = 50'000;             // cycles between two checks of the time-out
constexpr int kLooksBeforeDeadlock = 500;            // the host may still queue the program that the others wait for
constexpr std::uint64_t kCyclesToExplain = 100'000;  // run() continues for so long, to report what the QPUs execute

MachineOptions for_explaining(MachineOptions options) {
  options.cycle_limit = kCyclesToExplain;
  return options;
}

}  // namespace

V3d::V3d(Sdram& memory, V3dOptions options, ScriptedFaults& faults, Reports reports)
    : board_(options.machine.board),
      cycle_limit_(options.cycle_limit),
      faults_(faults),
      reports_(std::move(reports)),
      machine_(memory, for_explaining(std::move(options.machine))) {}

void V3d::log(std::string_view text) const {
  if (reports_.log) reports_.log(text);
}

void V3d::power_on(std::uint32_t vpm_base) {
  machine_.reset();
  machine_.set_vpm_base(vpm_base);
  powered_ = true;
}

void V3d::power_off() {
  machine_.reset();
  powered_ = hangs_ = queue_overflowed_ = false;
  batch_programs_ = 0;
}

void V3d::begin_batch() {
  before_batch_ = machine_.statistics();
  batch_began_ = machine_.cycle();
  batch_programs_ = 0;
  times_blocked_ = 0;
}

void V3d::end_batch(RunRecord::Launch launch, std::string_view outcome) {
  const BoardTiming& timing = machine_.timing();
  const double overhead =
      launch == RunRecord::Launch::Mailbox ? timing.mailbox_launch_microseconds : timing.register_launch_microseconds;
  const Statistics counted = difference(machine_.statistics(), before_batch_);
  const double took = machine_.microseconds(counted.cycles) + overhead;
  past_microseconds_ += took;
  if (reports_.run_ended)
    reports_.run_ended({.launch = launch,
                        .board = board_,
                        .outcome = outcome,
                        .programs = batch_programs_,
                        .microseconds = took,
                        .statistics = counted});
  batch_programs_ = 0;
}

double V3d::microseconds() const {
  return past_microseconds_ + (busy() ? machine_.microseconds(machine_.cycle() - batch_began_) : 0);
}

void V3d::queue(mailbox::Job job) {
  ++batch_programs_;
  if (faults_.strikes(Trouble::Hang)) hangs_ = true;
  if (hangs_ || machine_.queue(job.code.value, job.uniforms.value)) return;
  queue_overflowed_ = true;
  log(fmt::format("V3D: the queue is full, the program at 0x{:08x} is dropped (QPURQERR)", job.code.value));
}

void V3d::launch(mailbox::Job job) {
  if (!busy()) begin_batch();
  queue(job);
}

void V3d::go_on(std::uint64_t cycles) {
  if (!busy()) return;
  const Machine::End end = machine_.advance(cycles);
  times_blocked_ = end == Machine::End::Blocked ? times_blocked_ + 1 : 0;
  if (end == Machine::End::Idle)
    end_batch(RunRecord::Launch::Registers, kDone);
  else if (end == Machine::End::Fault || times_blocked_ > kLooksBeforeDeadlock ||
           machine_.cycle() - batch_began_ > cycle_limit_)
    give_up(RunRecord::Launch::Registers, explain());
}

// On timeout: lets the machine run into the cause, so that the report shows QPU, instruction and
// registers.
std::string_view V3d::explain() {
  if (!machine_.fault()) machine_.run();
  if (!machine_.fault()) return "time-out";
  log(report(*machine_.fault()));
  return name_of(machine_.fault()->kind);
}

void V3d::give_up(RunRecord::Launch launch, std::string_view outcome) {
  hangs_ = machine_.fault().has_value();
  if (hangs_) log("V3D: programs hang from here on, as on a Pi, until the QPUs are switched off and on");
  end_batch(launch, outcome);
}

bool V3d::is_interrupted() const {
  return reports_.may_go_on && !reports_.may_go_on(machine_.microseconds(machine_.cycle() - batch_began_));
}

void V3d::stop_everything() {
  machine_.reset();
  end_batch(RunRecord::Launch::Mailbox, kInterrupted);
}

// kDone, or the reason why not.
std::string_view V3d::wait_for_end(std::uint64_t cycles) {
  const std::uint64_t until = machine_.cycle() + cycles;
  while (machine_.cycle() < until) {
    if (is_interrupted()) return kInterrupted;
    switch (machine_.advance(std::min(kSlice, until - machine_.cycle()))) {
      case Machine::End::Idle:
        return kDone;
      case Machine::End::Fault:
      case Machine::End::Blocked:
        return explain();
      default:
        break;
    }
  }
  return explain();
}

V3d::Outcome V3d::execute(std::span<const mailbox::Job> jobs, std::uint32_t timeout_milliseconds) {
  while (busy() && !is_interrupted()) go_on(kSlice);
  begin_batch();
  machine_.clear_host_interrupts(~0u);
  for (const mailbox::Job& job : jobs) queue(job);
  if (hangs_) {
    log("V3D: programs hang; switch the QPUs off and on");
    return Outcome::TimedOut;
  }
  const auto cycles_per_millisecond = static_cast<std::uint64_t>(machine_.timing().v3d_megahertz * 1000);
  const std::string_view outcome = wait_for_end(timeout_milliseconds * cycles_per_millisecond);
  if (outcome == kInterrupted) {
    stop_everything();
    return Outcome::TimedOut;
  }
  if (outcome != kDone) {
    give_up(RunRecord::Launch::Mailbox, outcome);
    return Outcome::TimedOut;
  }
  const bool interrupted = machine_.host_interrupts() != 0;
  if (!interrupted) log("V3D: all programs have ended, but none wrote host_int: the firmware waits for it in vain");
  end_batch(RunRecord::Launch::Mailbox, interrupted ? kDone : "no host interrupt");
  return interrupted ? Outcome::Done : Outcome::TimedOut;
}

}  // namespace qpu

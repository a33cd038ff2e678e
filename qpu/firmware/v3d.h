// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "mailbox/launchers.h"
#include "qpu/emulator/machine.h"
#include "qpu/firmware/reports.h"
#include "qpu/firmware/scripted_faults.h"

namespace qpu {

struct V3dOptions {
  MachineOptions machine;
  // Programs launched by registers count as hanging after this time; the firmware has its own time-out.
  std::uint64_t cycle_limit = 10'000'000'000;
};

// The chip's 3D block, between the host that launches programs and the Machine that runs them: power, both ways to
// launch, hanging programs. A Fault of the machine is reported, and then behaves as on a Pi: programs that never end,
// until the power is switched off and on.
class V3d {
 public:
  V3d(Sdram& memory, V3dOptions options, ScriptedFaults& faults, Reports reports);

  bool powered() const { return powered_; }
  // vpm_base: the firmware's enable call reserves VPM for user programs, switching the power domain does not.
  void power_on(std::uint32_t vpm_base);
  void power_off();

  // By registers: a program is queued, and time does not pass until the host polls or waits.
  void launch(mailbox::Job job);
  bool busy() const { return batch_programs_ != 0 && !hangs_; }
  void go_on(std::uint64_t cycles);
  bool blocked() const { return times_blocked_ > 0; }  // all programs wait for each other, or for one yet to be queued

  enum class Outcome : std::uint8_t { Done, TimedOut };
  // By the firmware (reference 8.5): returns when all is done and a program raised the host interrupt.
  Outcome execute(std::span<const mailbox::Job> jobs, std::uint32_t timeout_milliseconds);

  double microseconds() const;  // that launches have taken so far, including one under way

  Machine& machine() { return machine_; }
  const Machine& machine() const { return machine_; }
  bool queue_overflowed() const { return queue_overflowed_; }
  void clear_queue_overflow() { queue_overflowed_ = false; }

 private:
  void queue(mailbox::Job job);
  void begin_batch();
  void end_batch(RunRecord::Launch launch, std::string_view outcome);
  void give_up(RunRecord::Launch launch, std::string_view outcome);
  std::string_view explain();
  bool is_interrupted() const;
  void stop_everything();
  std::string_view wait_for_end(std::uint64_t cycles);
  void log(std::string_view text) const;

  std::string board_;
  std::uint64_t cycle_limit_;
  ScriptedFaults& faults_;
  Reports reports_;
  Machine machine_;
  bool powered_ = false;
  bool hangs_ = false;
  bool queue_overflowed_ = false;
  std::uint64_t batch_programs_ = 0;
  std::uint64_t batch_began_ = 0;
  double past_microseconds_ = 0;
  Statistics before_batch_;
  int times_blocked_ = 0;
};

}  // namespace qpu

// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <mutex>
#include <optional>

#include "daemon/sources/iq_source.h"

namespace spectrumd {

// Whether a time service keeps the system clock. The kernel knows it, but may not be asked in the sandbox of the unit,
// which forbids all calls that can set the clock; then systemd-timesyncd's mark says so, and without that service
// nothing is known.
std::optional<bool> clock_synchronized();
std::optional<bool> kernel_clock_synchronized();
std::optional<bool> timesyncd_synchronized(const std::filesystem::path& folder = "/run/systemd/timesync");

// The clocks of this machine.
struct Clocks {
  using Steady = std::chrono::steady_clock;

  std::function<Steady::time_point()> steady = Steady::now;
  std::function<Time()> system = std::chrono::system_clock::now;
  std::function<std::optional<bool>()> synchronized = clock_synchronized;
};

struct ClockStatus {
  std::optional<bool> synchronized;       // at present
  std::uint32_t epoch = 1;                // goes up with every step
  std::chrono::nanoseconds stepped_by{};  // the last step
  std::optional<Time> stepped_at;         // when, by the new time
};

// Turns moments of the steady clock, in which sources count, into times of the system clock. Where the system clock
// is set by less than a second, times follow slowly and never run backwards; a larger difference is a step: times
// follow at once and a new epoch begins. Any thread.
class WallClock {
 public:
  explicit WallClock(Clocks clocks = {});

  Clocks::Steady::time_point now() const { return clocks_.steady(); }

  // Compares the clocks. To be called at least once a second.
  void look();

  // The block with its time and epoch by the last look; a block of a recording as it is.
  IqBlock date(IqBlock block) const;

  ClockStatus status() const;

  // `observer` runs after every step, on the thread that found it, with no lock held. Set before others use the clock.
  void observe(std::function<void(std::chrono::nanoseconds stepped_by)> observer) { observer_ = std::move(observer); }

 private:
  // The same moment by both clocks.
  struct Reading {
    Clocks::Steady::time_point steady;
    Time system;
    std::chrono::nanoseconds ahead() const { return system.time_since_epoch() - steady.time_since_epoch(); }
  };
  std::optional<Reading> read() const;
  void follow(const Reading& reading);
  void step(const Reading& reading);
  void ask_whether_synchronized(Clocks::Steady::time_point now);

  const Clocks clocks_;
  std::function<void(std::chrono::nanoseconds)> observer_;

  mutable std::mutex mutex_;  // guards what follows; also held while the clocks are read, which orders the readings
  std::chrono::nanoseconds ahead_{};  // of the steady clock
  Clocks::Steady::time_point looked_, asked_;
  Epoch epoch_{.number = 1, .synchronized = false};
  ClockStatus status_;
};

}  // namespace spectrumd

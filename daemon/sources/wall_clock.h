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

// Returns whether a time service keeps the system clock. The kernel has this information, but the sandbox of the
// systemd unit forbids all calls that can set the clock, including this query; then the mark of systemd-timesyncd is
// used. nullopt if neither is available.
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
  std::uint32_t epoch = 1;                // incremented by every step
  std::chrono::nanoseconds stepped_by{};  // the last step
  std::optional<Time> stepped_at;         // by the new time
};

// Converts moments of the steady clock, which sources use, into times of the system clock. If the system clock is
// adjusted by less than a second, times follow slowly and never run backwards; a larger difference is a step: times
// follow at once and a new epoch begins. Any thread; nothing blocks for long.
class WallClock {
 public:
  explicit WallClock(Clocks clocks = {});

  Clocks::Steady::time_point now() const { return clocks_.steady(); }

  // Compares the clocks. Must be called at least once a second.
  void look();

  // Returns the block with time and epoch filled in from the last look; a block of a recording is returned unchanged.
  IqBlock date(IqBlock block) const;

  ClockStatus status() const;

  // `observer` runs after every step, on the thread that found it, with no lock held. Set before others use the clock.
  void observe(std::function<void(std::chrono::nanoseconds stepped_by)> observer) { observer_ = std::move(observer); }

 private:
  // One moment on both clocks.
  struct Reading {
    Clocks::Steady::time_point steady;
    Time system;
    std::chrono::nanoseconds took;  // between the readings of the steady clock around that of the system's
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

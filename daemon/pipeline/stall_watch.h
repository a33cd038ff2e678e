// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <optional>
#include <span>
#include <string_view>

#include "daemon/pipeline/heartbeat.h"

namespace spectrumd {

// Detects a stopped thread without mistaking one that merely gets too little CPU time for it. Looks once per turn of
// the watching loop; when that turn is late, the machine is slow, and the time does not count.
//
// A silent thread counts as stopped if it has used no CPU time for a while (blocked forever), a lot of it without an
// end (an endless loop), or is silent for very long in any case.
class StallWatch {
 public:
  using Clock = Heartbeats::Clock;

  // Returns the first stopped thread, if any. Called by one thread.
  std::optional<std::string_view> look(Clock::time_point now, std::span<const Heartbeats::Pulse> pulses);

 private:
  struct Watched {
    Clock::time_point last;                           // tick
    std::chrono::nanoseconds cpu_at_tick{}, cpu{};    // CPU time at that tick, and at the previous look
    std::chrono::nanoseconds silent{}, motionless{};  // so far
    bool stopped() const;
  };
  static void note(Watched& watched, const Heartbeats::Pulse& pulse, std::chrono::nanoseconds elapsed);

  std::optional<Clock::time_point> looked_;
  std::array<Watched, Heartbeats::kCount> threads_;
};

}  // namespace spectrumd

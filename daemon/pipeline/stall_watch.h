// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <optional>
#include <span>
#include <string_view>

#include "daemon/pipeline/heartbeat.h"

namespace spectrumd {

// Finds a thread that has stopped, and takes none for stopped that merely gets too little of the processor. Looks once
// a turn of the watching loop; when that comes late itself, the machine is slow, and the time does not count.
//
// A silent thread has stopped when it has used no processor time for a while (it waits for something that does not
// come), or a lot of it without an end (it is in a loop), or is silent for very long, whatever it does.
class StallWatch {
 public:
  using Clock = Heartbeats::Clock;

  // The first thread that has stopped, if any. One thread calls this.
  std::optional<std::string_view> look(Clock::time_point now, std::span<const Heartbeats::Pulse> pulses);

 private:
  struct Watched {
    Clock::time_point last;                           // tick
    std::chrono::nanoseconds cpu_at_tick{}, cpu{};    // processor time then, and at the look before
    std::chrono::nanoseconds silent{}, motionless{};  // so far
    bool stopped() const;
  };
  static void note(Watched& watched, const Heartbeats::Pulse& pulse, std::chrono::nanoseconds elapsed);

  std::optional<Clock::time_point> looked_;
  std::array<Watched, Heartbeats::kCount> threads_;
};

}  // namespace spectrumd

// SPDX-License-Identifier: MIT
#include "daemon/pipeline/stall_watch.h"

#include <algorithm>

namespace spectrumd {

namespace {

using namespace std::chrono_literals;

// The loop looks once a second.
constexpr std::chrono::nanoseconds kLongestTurn = 2s;

// Longer than any normal turn of a loop; the watchdog adds its 20 s.
constexpr std::chrono::nanoseconds kMotionless = 5s, kProcessorTime = 5s;

// A transform of 4 million points takes 0.1 s; in the fourth part of 2.5 % of a processor 16 s.
constexpr std::chrono::nanoseconds kSilent = 60s;

}  // namespace

bool StallWatch::Watched::stopped() const {
  return motionless > kMotionless || cpu - cpu_at_tick > kProcessorTime || silent > kSilent;
}

void StallWatch::note(Watched& watched, const Heartbeats::Pulse& pulse, std::chrono::nanoseconds elapsed) {
  const bool ticked = pulse.last != watched.last, moved = pulse.cpu_time != watched.cpu;
  if (ticked) watched.cpu_at_tick = pulse.cpu_time;
  watched.silent = ticked ? 0ns : watched.silent + elapsed;
  watched.motionless = ticked || moved ? 0ns : watched.motionless + elapsed;
  watched.last = pulse.last;
  watched.cpu = pulse.cpu_time;
}

std::optional<std::string_view> StallWatch::look(Clock::time_point now, std::span<const Heartbeats::Pulse> pulses) {
  const auto elapsed = std::min<std::chrono::nanoseconds>(now - looked_.value_or(now), kLongestTurn);
  looked_ = now;
  std::optional<std::string_view> stopped;
  for (std::size_t i = 0; i < pulses.size(); ++i) {
    note(threads_[i], pulses[i], elapsed);
    const bool watched = pulses[i].last != Clock::time_point{};
    if (watched && !stopped && threads_[i].stopped()) stopped = pulses[i].name;
  }
  return stopped;
}

}  // namespace spectrumd

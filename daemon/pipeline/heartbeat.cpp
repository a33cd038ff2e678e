// SPDX-License-Identifier: MIT
#include "daemon/pipeline/heartbeat.h"

#include <pthread.h>

#include <algorithm>

namespace spectrumd {

namespace {

constexpr std::array<std::string_view, Heartbeats::kCount> kNames{"source", "dsp", "websocket", "http"};

std::chrono::nanoseconds time_on(clockid_t clock) {
  timespec time{};
  if (clock_gettime(clock, &time) != 0) return {};
  return std::chrono::seconds(time.tv_sec) + std::chrono::nanoseconds(time.tv_nsec);
}

}  // namespace

void Heartbeats::tick(Thread thread) {
  clockid_t clock = kNoClock;
  pthread_getcpuclockid(pthread_self(), &clock);
  beats_[thread].cpu_clock.store(clock, std::memory_order_relaxed);
  begin(thread);
}

void Heartbeats::begin(Thread thread) {
  beats_[thread].last.store(now_().time_since_epoch().count(), std::memory_order_relaxed);
}

void Heartbeats::rest(Thread thread) {
  beats_[thread].cpu_clock.store(kNoClock, std::memory_order_relaxed);
  beats_[thread].last.store(0, std::memory_order_relaxed);
}

std::array<Heartbeats::Pulse, Heartbeats::kCount> Heartbeats::pulses() const {
  std::array<Pulse, kCount> pulses;
  for (std::size_t thread = 0; thread < kCount; ++thread) {
    const clockid_t clock = beats_[thread].cpu_clock.load(std::memory_order_relaxed);
    pulses[thread] = {.name = kNames[thread],
                      .last = Clock::time_point(Clock::duration(beats_[thread].last.load(std::memory_order_relaxed))),
                      .cpu_time = clock == kNoClock ? std::chrono::nanoseconds(0) : time_on(clock)};
  }
  return pulses;
}

std::optional<std::string_view> Heartbeats::silent(std::chrono::nanoseconds limit) const {
  const auto now = now_();
  const auto all = pulses();
  const auto is_silent = [&](const Pulse& pulse) {
    return pulse.last != Clock::time_point{} && now - pulse.last > limit;
  };
  const auto found = std::ranges::find_if(all, is_silent);
  return found == all.end() ? std::nullopt : std::optional(found->name);
}

}  // namespace spectrumd

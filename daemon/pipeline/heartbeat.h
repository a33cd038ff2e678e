// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <atomic>
#include <chrono>
#include <ctime>
#include <functional>
#include <optional>
#include <string_view>
#include <utility>

namespace spectrumd {

// Signs of life of the threads that serve; the watchdog is fed only while all of them tick. A thread is watched from
// its first tick. Nothing blocks.
class Heartbeats {
 public:
  enum Thread : std::size_t { Source, Dsp, WebSocket, Http, kCount };
  using Clock = std::chrono::steady_clock;
  using Now = std::function<Clock::time_point()>;  // called on any thread

  explicit Heartbeats(Now now = Clock::now) : now_(std::move(now)) {}

  // Called by the thread itself.
  void tick(Thread thread);
  // Any thread: the thread has been started, or has ended and does not count until it ticks again.
  void begin(Thread thread);
  void rest(Thread thread);

  struct Pulse {
    std::string_view name;
    Clock::time_point last;             // last tick; the epoch: none yet
    std::chrono::nanoseconds cpu_time;  // used by the thread; 0 before its first tick and after its end
  };
  std::array<Pulse, kCount> pulses() const;

  // The first thread that has not ticked for `limit`, if any.
  std::optional<std::string_view> silent(std::chrono::nanoseconds limit) const;

 private:
  static constexpr clockid_t kNoClock = 0;  // CLOCK_REALTIME, which no thread has as its CPU clock

  struct Beat {
    std::atomic<Clock::rep> last = 0;
    std::atomic<clockid_t> cpu_clock = kNoClock;
  };
  const Now now_;
  std::array<Beat, kCount> beats_;
};

}  // namespace spectrumd

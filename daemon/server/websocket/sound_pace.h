// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <cstdint>
#include <deque>
#include <optional>

namespace spectrumd {

// How far ahead of a client its sound is sent. What waits in a slow link, whose buffers may hold many seconds, can no
// longer be left out; so a client that reports packets as they come gets no more while the oldest of those underway is
// late. One that reports nothing gets all. One thread.
class SoundPace {
 public:
  using Clock = std::chrono::steady_clock;

  void restart() { *this = {}; }  // another stream: its packets are counted from 0
  void sent(std::uint32_t number, Clock::time_point now);
  void heard(std::uint32_t number, Clock::time_point now);
  bool may_send(Clock::time_point now) const;

 private:
  struct Packet {
    std::uint32_t number = 0;
    Clock::time_point at;
  };
  std::deque<Packet> underway_;              // not reported yet, as far as they matter
  std::optional<Clock::duration> quickest_;  // from sending to the report; nullopt: none has come
};

}  // namespace spectrumd

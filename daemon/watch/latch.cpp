// SPDX-License-Identifier: MIT
#include "daemon/watch/latch.h"

#include <chrono>
#include <cmath>

namespace spectrumd {
namespace {

constexpr double kRounding = 1e-6;  // seconds that sums of row durations may be off

}  // namespace

void Latch::start(Time time) {
  state_ = State::Candidate;
  begin_ = time;
  elapsed_ = on_ = off_ = elapsed_on_ = 0;
}

void Latch::resume(Time begin, Time last_on) {
  start(begin);
  state_ = State::Active;
  last_on_ = last_on;
  elapsed_ = on_ = elapsed_on_ = std::chrono::duration<double>(last_on - begin).count();
}

Latch::Turn Latch::observe(Seen seen, Time time, double seconds) {
  if (seen == Seen::Unknown || (seen == Seen::Off && idle())) return Turn::Stays;
  if (idle()) start(time);
  elapsed_ += seconds;
  if (seen == Seen::On) {
    on_ += seconds;
    off_ = 0;
    elapsed_on_ = elapsed_;
    last_on_ = time + std::chrono::nanoseconds(std::llround(seconds * 1e9));
    return active() ? Turn::Stays : judge(time, seconds);
  }
  off_ += seconds;
  if (off_ + kRounding < timing_.gone) return Turn::Stays;
  const bool ended = active();
  reset();
  return ended ? Turn::Ends : Turn::Stays;
}

Latch::Turn Latch::judge(Time time, double seconds) {
  if (elapsed_ + kRounding < timing_.least) return Turn::Stays;
  if (on_ + kRounding < timing_.duty * elapsed_) {
    start(time);
    elapsed_ = on_ = elapsed_on_ = seconds;
    return Turn::Stays;
  }
  state_ = State::Active;
  return Turn::Begins;
}

}  // namespace spectrumd

// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "daemon/config/units.h"

namespace spectrumd {

// When something that comes and goes has begun, and when it has ended: all times in seconds.
struct Timing {
  double least = 0;  // it has to last for so long
  double gone = 0;   // and to be gone for so long
  double duty = 0;   // share of the time that it is on while it has to last
};

enum class Seen : std::uint8_t { On, Off, Unknown };  // Unknown: the row cannot show whether it is there

// Makes one event of many rows that show something or not. The first row that shows it begins a candidate. Once that is
// as old as `least`, it is an event if it was on for `duty` of the time; otherwise the row begins another candidate.
// The event ends when no row has shown it for `gone`. Time that is unknown counts for neither. One thread.
class Latch {
 public:
  enum class Turn : std::uint8_t { Stays, Begins, Ends };

  explicit Latch(const Timing& timing) : timing_(timing) {}

  Turn observe(Seen seen, Time time, double seconds);  // one row, of so many seconds
  void reset() { state_ = State::Idle; }
  void resume(Time begin, Time last_on);  // an event that is known from before, on all the time

  bool active() const { return state_ == State::Active; }
  bool idle() const { return state_ == State::Idle; }
  Time begin() const { return begin_; }                                    // of the candidate or the event
  Time last_on() const { return last_on_; }                                // end of the last row that showed it
  double duty() const { return elapsed_on_ > 0 ? on_ / elapsed_on_ : 1; }  // up to then

 private:
  enum class State : std::uint8_t { Idle, Candidate, Active };
  void start(Time time);
  Turn judge(Time time, double seconds);

  Timing timing_;
  State state_ = State::Idle;
  Time begin_, last_on_;
  double elapsed_ = 0, on_ = 0, off_ = 0;  // since the beginning; since it was last on
  double elapsed_on_ = 0;                  // from the beginning to when it was last on
};

}  // namespace spectrumd

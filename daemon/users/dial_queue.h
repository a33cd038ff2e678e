// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <deque>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "daemon/users/user_list.h"

namespace spectrumd {

// Who has the dial: of all users who may tune one at a time does, and the others wait for it in turn. It is had by
// tuning while it is free, and lost when it was not used for a while, or, where others wait, after kMostPeriods of
// that. Any thread; nothing blocks.
class DialQueue {
 public:
  using Clock = std::chrono::steady_clock;
  static constexpr int kMostPeriods = 10;

  struct State {
    std::string holder;  // empty: it is free
    Clock::duration left{};
    std::vector<std::string> waiting;  // the next first
  };

  // A change by a user, who gets the dial if it is free. False if another has it.
  bool use(const std::string& name, Clock::time_point now = Clock::now());
  void ask(const std::string& name, Clock::time_point now = Clock::now());    // gets it, or waits for it
  void leave(const std::string& name, Clock::time_point now = Clock::now());  // gives it, or the place, up
  void take(const std::string& name, Clock::time_point now = Clock::now());   // from its holder

  // As of now: without those who may no longer tune.
  State state(const UserList& users, Clock::time_point now = Clock::now());

  // To whom it was given since the last call, other than by their own change.
  std::vector<std::string> news(const UserList& users, Clock::time_point now = Clock::now());

  void set_period(std::chrono::seconds period);

 private:
  void advance(Clock::time_point now);
  void forget_others(const UserList& users, Clock::time_point now);
  void give(const std::string& name, Clock::time_point now);
  void give_to_next(Clock::time_point now);
  void prolong(Clock::time_point now);
  void drop_from_queue(const std::string& name);

  std::mutex mutex_;  // guards what follows
  std::chrono::seconds period_{60};
  std::string holder_;
  Clock::time_point until_;
  Clock::time_point contested_;  // since when the holder has had it while others wait
  std::deque<std::string> waiting_;
  std::vector<std::string> news_;
};

}  // namespace spectrumd

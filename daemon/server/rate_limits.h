// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <cstddef>
#include <map>
#include <mutex>

#include "daemon/server/sockets/client_address.h"

namespace spectrumd {

// Permits per second on average, and `burst` at once.
struct Rate {
  double per_second;
  double burst;
};

inline constexpr Rate kChangesOfAddress{.per_second = 100, .burst = 200};
inline constexpr Rate kChangesInAll{.per_second = 200, .burst = 400};

// Of one WebSocket. Moving a dial or panning with the mouse sends as many as the screen has frames.
inline constexpr Rate kMessagesOfSocket{.per_second = 200, .burst = 400};
inline constexpr Rate kChangesOfSocket{.per_second = 50, .burst = 100};

// A token bucket: full at first, refilled over time. One thread.
class TokenBucket {
 public:
  using Clock = std::chrono::steady_clock;

  explicit TokenBucket(const Rate& rate, Clock::time_point now = Clock::now())
      : rate_(rate), permits_(rate.burst), filled_(now) {}

  bool has_one(Clock::time_point now) const { return permits(now) >= 1; }
  bool is_full(Clock::time_point now) const { return permits(now) >= rate_.burst; }
  void take_one(Clock::time_point now);

 private:
  double permits(Clock::time_point now) const;

  Rate rate_;
  double permits_;
  Clock::time_point filled_;
};

// Limits the changes (of the tuning, of recordings) that clients may make: per address and in total. Generous for a
// person who drags a dial, even for several; a program in a loop is slowed down. Any thread; nothing blocks.
class ChangeLimits {
 public:
  using Clock = TokenBucket::Clock;

  // Counts one change. Returns false, without counting it, if there were too many.
  [[nodiscard]] bool accept(const ClientAddress& address, Clock::time_point now = Clock::now());

 private:
  TokenBucket& bucket_of(const ClientAddress& address, Clock::time_point now);

  std::mutex mutex_;  // guards what follows
  TokenBucket all_{kChangesInAll};
  std::map<ClientAddress, TokenBucket> addresses_;
};

}  // namespace spectrumd

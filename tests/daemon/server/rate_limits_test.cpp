// SPDX-License-Identifier: MIT
#include "daemon/server/rate_limits.h"

#include <gtest/gtest.h>

#include "tests/daemon/server/sockets/address.h"

namespace spectrumd {
namespace {

using namespace std::chrono_literals;

const auto kNow = TokenBucket::Clock::now() + 1h;  // after all that the tests make

// How many of `count` changes at one moment are allowed.
int allowed(ChangeLimits& limits, std::uint32_t host, int count, TokenBucket::Clock::time_point when = kNow) {
  int taken = 0;
  while (taken < count && limits.accept(address(host), when)) ++taken;
  return taken;
}

TEST(TokenBucket, HasABurstAndRefills) {
  TokenBucket bucket({.per_second = 10, .burst = 3}, kNow);
  for (int i = 0; i < 3; ++i) {
    EXPECT_TRUE(bucket.has_one(kNow));
    bucket.take_one(kNow);
  }
  EXPECT_FALSE(bucket.has_one(kNow));
  EXPECT_FALSE(bucket.has_one(kNow + 90ms));
  EXPECT_TRUE(bucket.has_one(kNow + 101ms));
  EXPECT_FALSE(bucket.is_full(kNow + 290ms));
  EXPECT_TRUE(bucket.is_full(kNow + 301ms));
}

TEST(TokenBucket, DoesNotRefillBackwards) {
  TokenBucket bucket({.per_second = 10, .burst = 1}, kNow);
  bucket.take_one(kNow);
  EXPECT_FALSE(bucket.has_one(kNow - 1s));
}

TEST(ChangeLimits, AreThoseOfAnAddress) {
  ChangeLimits limits;
  EXPECT_EQ(allowed(limits, 1, 1000), 200);
  EXPECT_EQ(allowed(limits, 2, 100), 100) << "another client";
  EXPECT_EQ(allowed(limits, 1, 1000, kNow + 505ms), 50);
}

TEST(ChangeLimits, AreThoseOfAllTogether) {
  ChangeLimits limits;
  int taken = 0;
  for (std::uint32_t host = 0; host < 5000; ++host) taken += allowed(limits, host, 1);
  EXPECT_EQ(taken, 400);
}

TEST(ChangeLimits, LeaveAPersonWithADialAlone) {
  ChangeLimits limits;
  for (int i = 0; i < 3000; ++i) EXPECT_EQ(allowed(limits, 1, 1, kNow + i * 20ms), 1) << i;
}

}  // namespace
}  // namespace spectrumd

// SPDX-License-Identifier: MIT
#include "daemon/server/http/failed_logins.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "tests/daemon/server/sockets/address.h"

namespace spectrumd {
namespace {

using namespace std::chrono_literals;

using Moment = FailedLogins::Clock::time_point;

TEST(FailedLogins, ForgivesFive) {
  FailedLogins logins;
  const Moment now = FailedLogins::Clock::now();
  for (int i = 0; i < 5; ++i) EXPECT_EQ(logins.note(address(1), now), now) << i;
  EXPECT_EQ(logins.note(address(1), now), now + 1s);
  EXPECT_EQ(logins.note(address(2), now), now) << "another client";
}

TEST(FailedLogins, AnswersAnAddressOnceASecondHoweverManyItsConnectionsAre) {
  FailedLogins logins;
  const Moment now = FailedLogins::Clock::now();
  for (int i = 0; i < 5; ++i) logins.note(address(1), now);
  for (int i = 1; i <= 32; ++i) EXPECT_EQ(logins.note(address(1), now), now + i * 1s);
  EXPECT_EQ(logins.note(address(1), now + 100s), now + 100s) << "and forgets it all after a minute of peace";
}

TEST(FailedLogins, KeepsAGuessForAMinuteAtMost) {
  FailedLogins logins;
  const Moment now = FailedLogins::Clock::now();
  for (int i = 0; i < 500; ++i) EXPECT_LE(logins.note(address(1), now), now + 60s);
}

TEST(FailedLogins, AnswersAllTogetherTwentyTimesASecond) {
  FailedLogins logins;
  const Moment now = FailedLogins::Clock::now();
  Moment last;
  for (std::uint32_t host = 0; host < 100; ++host)
    for (int i = 0; i < 6; ++i) last = std::max(last, logins.note(address(host), now));
  EXPECT_EQ(last, now + 5s) << "one hundred of six hundred are not forgiven";
}

TEST(FailedLogins, ForgetsAfterAMinuteOfPeace) {
  FailedLogins logins;
  const Moment now = FailedLogins::Clock::now();
  for (int i = 0; i < 10; ++i) logins.note(address(1), now + i * 50s);
  EXPECT_GT(logins.note(address(1), now + 500s), now + 500s);
  EXPECT_EQ(logins.note(address(1), now + 562s), now + 562s);
}

TEST(FailedLogins, RemembersAgainAfterAFloodOfAddresses) {
  FailedLogins logins;
  const Moment now = FailedLogins::Clock::now();
  for (std::uint32_t host = 0; host < 5000; ++host) EXPECT_EQ(logins.note(address(host), now), now) << host;
  for (int i = 0; i < 5; ++i) logins.note(address(1), now);
  EXPECT_GT(logins.note(address(1), now), now);
}

}  // namespace
}  // namespace spectrumd

// SPDX-License-Identifier: MIT
#include "daemon/server/http/failed_logins.h"

#include <arpa/inet.h>
#include <gtest/gtest.h>
#include <netinet/in.h>

namespace spectrumd {
namespace {

using namespace std::chrono_literals;

ClientAddress address(std::uint32_t host) {
  sockaddr_in ipv4{};
  ipv4.sin_family = AF_INET;
  ipv4.sin_addr.s_addr = htonl(host);
  return ClientAddress(reinterpret_cast<const sockaddr&>(ipv4));
}

TEST(FailedLogins, ForgivesFive) {
  FailedLogins logins;
  for (int i = 0; i < 5; ++i) EXPECT_FALSE(logins.note(address(1))) << i;
  EXPECT_TRUE(logins.note(address(1)));
  EXPECT_TRUE(logins.note(address(1)));
  EXPECT_FALSE(logins.note(address(2))) << "somebody else";
}

TEST(FailedLogins, ForgetsAfterAMinuteOfPeace) {
  FailedLogins logins;
  const auto now = FailedLogins::Clock::now();
  for (int i = 0; i < 10; ++i) logins.note(address(1), now + i * 50s);
  EXPECT_TRUE(logins.note(address(1), now + 500s));
  EXPECT_FALSE(logins.note(address(1), now + 561s));
}

TEST(FailedLogins, RemembersAgainAfterAFloodOfAddresses) {
  FailedLogins logins;
  for (std::uint32_t host = 0; host < 5000; ++host) EXPECT_FALSE(logins.note(address(host))) << host;
  for (int i = 0; i < 5; ++i) logins.note(address(1));
  EXPECT_TRUE(logins.note(address(1)));
}

}  // namespace
}  // namespace spectrumd

// SPDX-License-Identifier: MIT
#include "daemon/server/sockets/client_address.h"

#include <arpa/inet.h>
#include <gtest/gtest.h>
#include <netinet/in.h>

namespace spectrumd {
namespace {

std::string text_of(const char* address) {
  sockaddr_in ipv4{};
  sockaddr_in6 ipv6{};
  ipv4.sin_family = AF_INET;
  ipv6.sin6_family = AF_INET6;
  if (inet_pton(AF_INET, address, &ipv4.sin_addr) == 1)
    return ClientAddress(reinterpret_cast<const sockaddr&>(ipv4)).text();
  EXPECT_EQ(inet_pton(AF_INET6, address, &ipv6.sin6_addr), 1) << address;
  return ClientAddress(reinterpret_cast<const sockaddr&>(ipv6)).text();
}

TEST(ClientAddress, IsWrittenAsPeopleDo) {
  EXPECT_EQ(text_of("192.168.1.7"), "192.168.1.7");
  EXPECT_EQ(text_of("::ffff:192.168.1.7"), "192.168.1.7");
  EXPECT_EQ(text_of("2001:db8:1:2:3:4:5:6"), "2001:db8:1:2::/64");
  EXPECT_EQ(text_of("::1"), "::1");
}

}  // namespace
}  // namespace spectrumd

// SPDX-License-Identifier: MIT
#include "daemon/server/http/connections.h"

#include <arpa/inet.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <unistd.h>

#include <array>
#include <vector>

namespace spectrumd {
namespace {

using namespace std::chrono_literals;

ClientAddress address(const char* text) {
  sockaddr_storage storage{};
  auto& ipv4 = reinterpret_cast<sockaddr_in&>(storage);
  auto& ipv6 = reinterpret_cast<sockaddr_in6&>(storage);
  ipv4.sin_family = AF_INET;
  if (inet_pton(AF_INET, text, &ipv4.sin_addr) != 1) {
    ipv6.sin6_family = AF_INET6;
    EXPECT_EQ(inet_pton(AF_INET6, text, &ipv6.sin6_addr), 1) << text;
  }
  return ClientAddress(reinterpret_cast<const sockaddr&>(storage));
}

TEST(ClientAddress, IsTheSameForOneNetworkOfIpv6) {
  EXPECT_EQ(address("2001:db8:1:2::1"), address("2001:db8:1:2:ffff::9"));
  EXPECT_NE(address("2001:db8:1:2::1"), address("2001:db8:1:3::1"));
  EXPECT_NE(address("192.0.2.1"), address("192.0.2.2"));
}

TEST(ClientAddress, IsTheSameForIpv4OnASocketForBoth) { EXPECT_EQ(address("192.0.2.1"), address("::ffff:192.0.2.1")); }

TEST(ClientAddress, KnowsThisMachine) {
  for (const char* text : {"127.0.0.1", "127.8.9.10", "::1", "::ffff:127.0.0.1"})
    EXPECT_TRUE(address(text).is_loopback()) << text;
  for (const char* text : {"128.0.0.1", "10.0.0.1", "::2", "::ffff:10.0.0.1"})
    EXPECT_FALSE(address(text).is_loopback()) << text;
}

TEST(Connections, TellsThoseBeyondTheTotalAndDropsThoseFarBeyond) {
  Connections connections({.total = 2, .per_address = 100});
  EXPECT_FALSE(connections.open(-1, address("10.0.0.1"))->is_one_too_many);
  EXPECT_FALSE(connections.open(-1, address("10.0.0.2"))->is_one_too_many);
  std::vector<Connection*> refused;
  for (int i = 0; i < 16; ++i) {
    EXPECT_TRUE(connections.may_connect(address("10.0.0.3"))) << i;
    refused.push_back(connections.open(-1, address("10.0.0.3")));
    EXPECT_TRUE(refused.back()->is_one_too_many) << i;
  }
  EXPECT_FALSE(connections.may_connect(address("10.0.0.3")));
  for (Connection* connection : refused) connections.close(connection);
  EXPECT_TRUE(connections.may_connect(address("10.0.0.3")));
}

TEST(Connections, CountsByAddressExceptForLoopback) {
  Connections connections({.total = 100, .per_address = 1});
  EXPECT_FALSE(connections.open(-1, address("10.0.0.1"))->is_one_too_many);
  EXPECT_TRUE(connections.open(-1, address("10.0.0.1"))->is_one_too_many);
  EXPECT_FALSE(connections.open(-1, address("10.0.0.2"))->is_one_too_many);
  for (int i = 0; i < 50; ++i) EXPECT_FALSE(connections.open(-1, address("127.0.0.1"))->is_one_too_many) << i;
}

// A socket whose other end tells when it was shut.
struct Line {
  Line() { EXPECT_EQ(socketpair(AF_UNIX, SOCK_STREAM, 0, ends.data()), 0); }
  ~Line() {
    for (const int end : ends) close(end);
  }
  bool is_shut() const {
    char byte = 0;
    return recv(ends[1], &byte, 1, MSG_DONTWAIT) == 0;
  }
  std::array<int, 2> ends{};
};

TEST(Connections, ShutsThoseThatTakeTooLong) {
  Connections connections({.request = 10s, .answer = 60s});
  const Line asking, answering, streaming;
  connections.open(asking.ends[0], address("10.0.0.1"));
  connections.enter(*connections.open(answering.ends[0], address("10.0.0.1")), Phase::Answering);
  connections.enter(*connections.open(streaming.ends[0], address("10.0.0.1")), Phase::Streaming);
  const auto now = Connections::Clock::now();
  connections.shut_late(now + 9s);
  EXPECT_FALSE(asking.is_shut());
  connections.shut_late(now + 11s);
  EXPECT_TRUE(asking.is_shut());
  EXPECT_FALSE(answering.is_shut());
  connections.shut_late(now + 61s);
  EXPECT_TRUE(answering.is_shut());
  EXPECT_FALSE(streaming.is_shut());
}

TEST(Connections, HasLessTimeForOneTooMany) {
  Connections connections({.total = 0, .request = 10s});
  const Line line;
  connections.open(line.ends[0], address("127.0.0.1"));
  connections.shut_late(Connections::Clock::now() + 3s);
  EXPECT_TRUE(line.is_shut());
}

}  // namespace
}  // namespace spectrumd

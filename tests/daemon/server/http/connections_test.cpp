// SPDX-License-Identifier: MIT
#include "daemon/server/http/connections.h"

#include <arpa/inet.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/epoll.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <deque>

namespace spectrumd {
namespace {

using namespace std::chrono_literals;

ClientAddress address_named(const char* text) {
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
  EXPECT_EQ(address_named("2001:db8:1:2::1"), address_named("2001:db8:1:2:ffff::9"));
  EXPECT_NE(address_named("2001:db8:1:2::1"), address_named("2001:db8:1:3::1"));
  EXPECT_NE(address_named("192.0.2.1"), address_named("192.0.2.2"));
}

TEST(ClientAddress, IsTheSameForIpv4OnASocketForBoth) {
  EXPECT_EQ(address_named("192.0.2.1"), address_named("::ffff:192.0.2.1"));
}

TEST(ClientAddress, KnowsThisMachine) {
  for (const char* text : {"127.0.0.1", "127.8.9.10", "::1", "::ffff:127.0.0.1"})
    EXPECT_TRUE(address_named(text).is_loopback()) << text;
  for (const char* text : {"128.0.0.1", "10.0.0.1", "::2", "::ffff:10.0.0.1"})
    EXPECT_FALSE(address_named(text).is_loopback()) << text;
}

// A socket whose other end sees when it is shut.
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

// A table with lines to fill it.
struct Table {
  Connection& open(const char* from, Phase phase = Phase::Asking) {
    lines.emplace_back();
    Connection& connection = *connections.open(lines.back().ends[0], address_named(from));
    if (phase != Phase::Asking) connections.enter(connection, phase);
    return connection;
  }
  std::size_t shut() const {
    return static_cast<std::size_t>(
        std::count_if(lines.begin(), lines.end(), [](const Line& line) { return line.is_shut(); }));
  }

  Connections connections;
  std::deque<Line> lines;
};

TEST(Connections, SilentOnesMakeRoomTheOldestFirst) {
  Table table{.connections = Connections({.total = 3, .per_address = 100}), .lines = {}};
  for (int i = 0; i < 3; ++i) table.open("10.0.0.1");
  EXPECT_FALSE(table.open("10.0.0.2").is_one_too_many);
  EXPECT_TRUE(table.lines[0].is_shut());
  EXPECT_EQ(table.shut(), 1U);
}

TEST(Connections, OnesThatHaveBeenAnsweredMakeRoomAfterTheSilent) {
  Table table{.connections = Connections({.total = 3, .per_address = 100}), .lines = {}};
  Connection& answered = table.open("10.0.0.1", Phase::Answering);
  table.connections.enter(answered, Phase::Asking);
  table.open("10.0.0.1", Phase::Working);
  table.open("10.0.0.1");
  EXPECT_FALSE(table.open("10.0.0.2", Phase::Streaming).is_one_too_many);
  EXPECT_TRUE(table.lines[2].is_shut());
  EXPECT_FALSE(table.open("10.0.0.2", Phase::Streaming).is_one_too_many);
  EXPECT_TRUE(table.lines[0].is_shut());
  EXPECT_TRUE(table.open("10.0.0.2").is_one_too_many) << "those at work stay";
  EXPECT_EQ(table.shut(), 2U);
}

TEST(Connections, AnAddressMakesRoomForItself) {
  Table table{.connections = Connections({.total = 100, .per_address = 2}), .lines = {}};
  table.open("10.0.0.9");
  for (int i = 0; i < 50; ++i) EXPECT_FALSE(table.open("10.0.0.1").is_one_too_many) << i;
  EXPECT_EQ(table.shut(), 48U);
  EXPECT_FALSE(table.lines[0].is_shut());
}

TEST(Connections, AnAddressWhoseShareIsAtWorkIsRefused) {
  Table table{.connections = Connections({.total = 100, .per_address = 1}), .lines = {}};
  EXPECT_FALSE(table.open("10.0.0.1", Phase::Streaming).is_one_too_many);
  EXPECT_TRUE(table.open("10.0.0.1").is_one_too_many);
  EXPECT_FALSE(table.open("10.0.0.2").is_one_too_many);
}

TEST(Connections, LoopbackHasALargeShare) {
  Table table{.connections = Connections({.total = 64, .per_address = 1}), .lines = {}};
  for (int i = 0; i < 56; ++i) EXPECT_FALSE(table.open("127.0.0.1", Phase::Streaming).is_one_too_many) << i;
  EXPECT_TRUE(table.open("127.0.0.1").is_one_too_many);
  EXPECT_FALSE(table.open("10.0.0.1").is_one_too_many);
}

TEST(Connections, KeepsPlacesForThisMachineAndForTheToken) {
  Table table{.connections = Connections({.total = 8, .per_address = 100}), .lines = {}};
  for (int i = 0; i < 6; ++i) EXPECT_FALSE(table.open("10.0.0.1", Phase::Streaming).is_one_too_many) << i;
  EXPECT_TRUE(table.open("10.0.0.2").is_one_too_many);
  EXPECT_FALSE(table.open("127.0.0.1", Phase::Streaming).is_one_too_many);
  EXPECT_TRUE(table.open("127.0.0.1").is_one_too_many);
  Connection& known = table.open("10.0.0.1");
  EXPECT_TRUE(known.is_one_too_many);
  EXPECT_TRUE(table.connections.admit_known(known));
  EXPECT_FALSE(known.is_one_too_many);
  EXPECT_FALSE(table.connections.admit_known(table.open("10.0.0.1"))) << "there is no end of them either";
}

TEST(Connections, WithTheTokenStayWhenTheyAreIdle) {
  Table table{.connections = Connections({.total = 2, .per_address = 100}), .lines = {}};
  EXPECT_TRUE(table.connections.admit_known(table.open("10.0.0.1")));
  for (int i = 0; i < 20; ++i) table.open("10.0.0.2");
  EXPECT_FALSE(table.lines[0].is_shut());
}

TEST(Connections, OfThisMachineAreNotPushedOutByOthers) {
  Table table{.connections = Connections({.total = 7, .per_address = 100}), .lines = {}};
  for (int i = 0; i < 6; ++i) table.open("127.0.0.1");
  table.open("10.0.0.1", Phase::Streaming);
  EXPECT_TRUE(table.open("10.0.0.1").is_one_too_many);
  EXPECT_EQ(table.shut(), 0U);
}

TEST(Connections, RefusesOnlySoManyAtATime) {
  Table table{.connections = Connections({.total = 31, .per_address = 100}), .lines = {}};
  for (int i = 0; i < 29; ++i) table.open("10.0.0.1", Phase::Streaming);
  for (int i = 0; i < 20; ++i) {
    EXPECT_TRUE(table.connections.may_connect()) << i;
    EXPECT_TRUE(table.open("10.0.0.2").is_one_too_many) << i;
  }
  EXPECT_EQ(table.shut(), 4U) << "sixteen have the time to hear why";
  for (int i = 0; i < 100; ++i) table.open("10.0.0.2");
  EXPECT_FALSE(table.connections.may_connect()) << "none of them has been closed yet";
}

TEST(Connections, LimitsWhatTheKernelHoldsForAClient) {
  const int fd = socket(AF_INET, SOCK_STREAM, 0);
  Connections connections({});
  connections.open(fd, address_named("10.0.0.1"));
  int bytes = 0;
  unsigned milliseconds = 0;
  socklen_t size = sizeof bytes;
  getsockopt(fd, SOL_SOCKET, SO_SNDBUF, &bytes, &size);
  EXPECT_LE(bytes, 2 * 128 * 1024) << "the kernel takes twice what is asked for";
  getsockopt(fd, IPPROTO_TCP, TCP_USER_TIMEOUT, &milliseconds, &size);
  EXPECT_EQ(milliseconds, 30'000U);
  close(fd);
}

TEST(Connections, ShutsThoseThatTakeTooLong) {
  Connections connections({.request = 10s, .answer = 60s});
  const Line asking, answering, streaming, working;
  connections.open(asking.ends[0], address_named("10.0.0.1"));
  connections.enter(*connections.open(answering.ends[0], address_named("10.0.0.1")), Phase::Answering);
  connections.enter(*connections.open(streaming.ends[0], address_named("10.0.0.1")), Phase::Streaming);
  connections.enter(*connections.open(working.ends[0], address_named("10.0.0.1")), Phase::Working);
  const auto now = Connections::Clock::now();
  connections.shut_late(now + 9s);
  EXPECT_FALSE(asking.is_shut());
  connections.shut_late(now + 11s);
  EXPECT_TRUE(asking.is_shut());
  EXPECT_FALSE(answering.is_shut());
  connections.shut_late(now + 61s);
  EXPECT_TRUE(answering.is_shut());
  EXPECT_FALSE(streaming.is_shut());
  EXPECT_FALSE(working.is_shut()) << "a client does not pay for a slow server";
}

TEST(Connections, ShutsThoseThatDoNotReadTheirStream) {
  Connections connections({.stuck = 10s});
  const Line line;
  connections.enter(*connections.open(line.ends[0], address_named("10.0.0.1")), Phase::Streaming);
  EXPECT_EQ(send(line.ends[0], "x", 1, 0), 1);
  const auto now = Connections::Clock::now();
  for (auto later = 0s; later < 20s; later += 1s) connections.shut_late(now + later);
  char byte = 0;
  EXPECT_EQ(recv(line.ends[1], &byte, 1, MSG_DONTWAIT), 1);
  EXPECT_TRUE(line.is_shut());
}

TEST(Connections, SeesAHalfCloseThatLibmicrohttpdMisses) {
  Connections connections({});
  const Line line;
  connections.open(line.ends[0], address_named("10.0.0.1"));
  EXPECT_EQ(send(line.ends[1], "G", 1, 0), 1);
  shutdown(line.ends[1], SHUT_WR);
  const int epoll = epoll_create1(0);
  epoll_event event{.events = EPOLLIN | EPOLLET, .data = {.fd = line.ends[0]}};
  epoll_ctl(epoll, EPOLL_CTL_ADD, line.ends[0], &event);
  EXPECT_EQ(epoll_wait(epoll, &event, 1, 0), 1) << "the byte and the end, together";
  EXPECT_EQ(epoll_wait(epoll, &event, 1, 0), 0);
  connections.shut_late();
  EXPECT_EQ(epoll_wait(epoll, &event, 1, 0), 1) << "the end again";
  char byte = 0;
  EXPECT_EQ(recv(line.ends[0], &byte, 1, MSG_DONTWAIT), 1) << "what was sent before is not lost";
  close(epoll);
}

TEST(Connections, HasLessTimeForOneTooMany) {
  Connections connections({.total = 0, .request = 10s});
  const Line line;
  connections.open(line.ends[0], address_named("127.0.0.1"));
  connections.shut_late(Connections::Clock::now() + 3s);
  EXPECT_TRUE(line.is_shut());
}

}  // namespace
}  // namespace spectrumd

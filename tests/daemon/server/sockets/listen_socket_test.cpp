// SPDX-License-Identifier: MIT
#include "daemon/server/sockets/listen_socket.h"

#include <gtest/gtest.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>

#include <algorithm>
#include <fstream>
#include <string>
#include <vector>

#include "mailbox/descriptor.h"

namespace spectrumd {
namespace {

// Each begins to connect, and none is accepted.
std::vector<mailbox::Descriptor> connect_to(std::uint16_t port, int count) {
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  address.sin_port = htons(port);
  std::vector<mailbox::Descriptor> clients;
  for (int i = 0; i < count; ++i) {
    clients.emplace_back(socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0));
    connect(clients.back().get(), reinterpret_cast<const sockaddr*>(&address), sizeof address);
  }
  return clients;
}

bool connected(const mailbox::Descriptor& client) {
  pollfd polled{.fd = client.get(), .events = POLLOUT, .revents = 0};
  return poll(&polled, 1, 0) == 1 && (polled.revents & (POLLERR | POLLHUP)) == 0;
}

TEST(ListenSocket, NamesTheSettingOfAPortInUse) {
  const mailbox::Descriptor first(open_listen_socket("127.0.0.1:0"));
  const std::string taken = "127.0.0.1:" + std::to_string(port_of(first.get()));
  for (const char* setting : {"server.listen", "server.share"}) {
    try {
      open_listen_socket(taken, setting);
      FAIL() << "it is in use";
    } catch (const ServerError& error) {
      EXPECT_NE(std::string(error.what()).find(std::string(setting) + " takes another port"), std::string::npos);
    }
  }
}

// The kernel drops what the queue has no room for; its next attempt is a second later.
TEST(ListenSocket, QueuesABurstOfConnections) {
  constexpr int kBurst = 600;
  int most = 0;
  std::ifstream("/proc/sys/net/core/somaxconn") >> most;
  if (most <= kBurst) GTEST_SKIP() << "this kernel queues " << most << " connections at most";
  const mailbox::Descriptor listening(open_listen_socket("127.0.0.1:0"));
  const auto clients = connect_to(port_of(listening.get()), kBurst);
  EXPECT_EQ(std::ranges::count_if(clients, connected), kBurst);
}

}  // namespace
}  // namespace spectrumd

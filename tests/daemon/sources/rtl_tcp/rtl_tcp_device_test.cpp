// SPDX-License-Identifier: MIT
#include "daemon/sources/rtl_tcp/rtl_tcp_device.h"

#include <arpa/inet.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <chrono>
#include <cstdint>
#include <string>
#include <thread>

namespace spectrumd {
namespace {

using Clock = std::chrono::steady_clock;

// A server that sends as fast as it can, whatever rate it is asked for.
class FloodingServer {
 public:
  FloodingServer() : listener_(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
    sockaddr_in address{.sin_family = AF_INET, .sin_addr = {htonl(INADDR_LOOPBACK)}};
    socklen_t length = sizeof address;
    auto* const any = reinterpret_cast<sockaddr*>(&address);
    if (::bind(listener_, any, length) != 0 || ::listen(listener_, 1) != 0 ||
        ::getsockname(listener_, any, &length) != 0)
      throw std::runtime_error("no server");
    port_ = ntohs(address.sin_port);
    thread_ = std::jthread([this] { serve(); });
  }
  ~FloodingServer() {
    ::shutdown(listener_, SHUT_RDWR);
    thread_.join();
    ::close(listener_);
  }
  FloodingServer(const FloodingServer&) = delete;
  FloodingServer& operator=(const FloodingServer&) = delete;

  std::uint16_t port() const { return port_; }

 private:
  void serve() const {
    const int client = ::accept(listener_, nullptr, nullptr);
    const auto greeting = rtl_tcp::encode(rtl_tcp::Greeting{.tuner = 5, .gains = 29});
    (void)::send(client, greeting.data(), greeting.size(), MSG_NOSIGNAL);
    const std::vector<std::byte> samples(1 << 16);
    while (::send(client, samples.data(), samples.size(), MSG_NOSIGNAL) > 0) {
    }
    ::close(client);
  }

  const int listener_;
  std::uint16_t port_ = 0;
  std::jthread thread_;
};

TEST(RtlTcpDevice, RefusesAServerThatSendsManyTimesItsRate) {
  const FloodingServer server;
  RtlTcpDevice device({.host = "127.0.0.1", .port = server.port()}, {});
  device.tune({.tuning = {.rate = {250e3}}, .generation = 1});
  std::size_t bytes = 0;
  std::string reason;
  const auto begin = Clock::now();
  try {
    device.read([&](std::span<const std::byte> block) { bytes += block.size(); });
  } catch (const DeviceError& error) {
    reason = error.what();
    EXPECT_EQ(error.cause, Cause::Unsupported);
  }
  EXPECT_EQ(reason, "127.0.0.1:" + std::to_string(server.port()) +
                        ": sends more than twice the 250k samples a second asked for");
  const double seconds = std::chrono::duration<double>(Clock::now() - begin).count();
  EXPECT_LE(static_cast<double>(bytes), (1 + 2 * seconds) * 500e3 + (1 << 16));
}

TEST(RtlTcpDevice, WhatIsOnTheWayMayHaveTheHigherRateOfBefore) {
  const FloodingServer server;
  RtlTcpDevice device({.host = "127.0.0.1", .port = server.port()}, {});
  const auto unsettled_after = [&](double rate) {
    device.tune({.tuning = {.rate = {rate}}, .generation = 1});
    return device.unsettled_bytes();
  };
  const std::size_t as_servers_start = unsettled_after(250e3);
  EXPECT_GT(as_servers_start, 1'000'000U);
  const std::size_t at_high_rate = unsettled_after(2.4e6);
  EXPECT_EQ(unsettled_after(250e3), at_high_rate);
  EXPECT_LT(unsettled_after(250e3), at_high_rate / 9) << "which is over";
}

}  // namespace
}  // namespace spectrumd

// SPDX-License-Identifier: MIT
#include <arpa/inet.h>
#include <net/if.h>
#include <netinet/in.h>
#include <sched.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <optional>
#include <thread>

#include "daemon/feeds/spots/cluster_client.h"
#include "daemon/feeds/spots/wsjtx_listener.h"
#include "daemon/server/sockets/listen_socket.h"
#include "tests/daemon/feeds/spots/qt_stream.h"
#include "tests/eventually.h"

#include <gtest/gtest.h>

namespace spectrumd {
namespace {

using namespace std::chrono_literals;

struct SpotSources : testing::Test {
  std::optional<Spot> spot(std::string_view label) {
    for (Spot& each : spots_.all())
      if (each.label == label) return std::move(each);
    return std::nullopt;
  }
  FeedStatus status() const { return feeds_.all().front(); }

  SpotList spots_;
  FeedList feeds_;
};

void send_to(std::uint16_t port, const std::vector<std::byte>& datagram, in_addr_t host = INADDR_LOOPBACK) {
  const int fd = socket(AF_INET, SOCK_DGRAM, 0);
  const in_addr loopback{.s_addr = htonl(INADDR_LOOPBACK)};
  setsockopt(fd, IPPROTO_IP, IP_MULTICAST_IF, &loopback, sizeof loopback);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(host);
  address.sin_port = htons(port);
  sendto(fd, datagram.data(), datagram.size(), 0, reinterpret_cast<const sockaddr*>(&address), sizeof address);
  close(fd);
}

std::vector<std::byte> heard(std::string_view message, std::uint32_t offset) {
  return wsjtx_head(2)
      .put(true)
      .put(std::uint32_t{0})
      .put(std::int32_t{-7})
      .put(0.1)
      .put(offset)
      .put("FT8")
      .put(message)
      .bytes();
}

TEST_F(SpotSources, FlagWhatWsjtxHearsWhereItIs) {
  WsjtxListener listener("127.0.0.1:0", spots_, feeds_);
  send_to(listener.address().port, heard("CQ K1ABC FN42", 500));
  send_to(listener.address().port, wsjtx_head(1).put(std::uint64_t{14'074'000}).bytes());
  send_to(listener.address().port, {std::byte{1}, std::byte{2}});
  send_to(listener.address().port, heard("CQ DL1ABC JO62", 1234));
  ASSERT_TRUE(eventually([&] { return spot("DL1ABC").has_value(); }));
  EXPECT_EQ(spot("DL1ABC")->frequency, Hertz{14'075'234});
  EXPECT_EQ(spot("DL1ABC")->comment, "FT8 -7 dB: CQ DL1ABC JO62");
  EXPECT_FALSE(spot("K1ABC")) << "the dial was not known yet";
  EXPECT_EQ(status().messages, 3U);
}

// As this thread's network from then on. Returns whether that is allowed.
bool leave_network() { return unshare(CLONE_NEWNET) == 0; }

void raise_loopback() {
  const int fd = socket(AF_INET, SOCK_DGRAM, 0);
  ifreq request{};
  std::ranges::copy("lo", request.ifr_name);
  request.ifr_flags = IFF_UP;
  EXPECT_EQ(ioctl(fd, SIOCSIFFLAGS, &request), 0);
  close(fd);
}

TEST_F(SpotSources, HearAGroupWhoseNetworkComesAfterTheStart) {
  bool allowed = false;
  std::jthread([&] {
    if (!(allowed = leave_network())) return;
    WsjtxListener listener("224.0.0.73:0", spots_, feeds_);
    raise_loopback();
    send_to(listener.address().port, wsjtx_head(1).put(std::uint64_t{14'074'000}).bytes(), 0xE0000049);
    send_to(listener.address().port, heard("CQ DL1ABC JO62", 1234), 0xE0000049);
    EXPECT_TRUE(eventually([&] { return spot("DL1ABC").has_value(); }));
    EXPECT_EQ(status().state, "listening") << status().cause;
  }).join();
  if (!allowed) GTEST_SKIP() << "needs a separate network";
}

// The other end of a ClusterClient.
class FakeCluster {
 public:
  explicit FakeCluster(std::uint16_t port = 0) : listen_(open_listen_socket("127.0.0.1:" + std::to_string(port))) {}
  ~FakeCluster() {
    if (client_ >= 0) close(client_);
    close(listen_);
  }
  std::uint16_t port() const { return port_of(listen_); }
  bool accept() {
    return eventually([this] { return (client_ = ::accept(listen_, nullptr, nullptr)) >= 0; });
  }
  void send(std::string_view text) const { ::send(client_, text.data(), text.size(), MSG_NOSIGNAL); }
  std::string read() const {
    char bytes[256];
    const ssize_t count = recv(client_, bytes, sizeof bytes, 0);
    return {bytes, static_cast<std::size_t>(std::max<ssize_t>(count, 0))};
  }
  bool has_heard(std::string_view text) const {  // since the last time
    char bytes[256];
    const ssize_t count = recv(client_, bytes, sizeof bytes, MSG_DONTWAIT);
    return count > 0 && std::string_view(bytes, static_cast<std::size_t>(count)).find(text) != std::string_view::npos;
  }
  void hang_up() { close(std::exchange(client_, -1)); }

 private:
  const int listen_;
  int client_ = -1;
};

TEST_F(SpotSources, FlagWhatAClusterSpots) {
  FakeCluster cluster;
  ClusterClient client({.server = {.host = "127.0.0.1", .port = cluster.port()}, .callsign = "DL0XYZ", .retry = 10ms},
                       spots_, feeds_);
  ASSERT_TRUE(cluster.accept());
  cluster.send("\xff\xfb\x01Welcome to the cluster\r\nlogin: ");
  EXPECT_EQ(cluster.read(), "DL0XYZ\r\n");
  cluster.send("DL0XYZ de GB7DXC >\r\nDX de KB8O:      142");
  cluster.send("40.0  D66D         up 10                          2059Z\r\n");
  ASSERT_TRUE(eventually([&] { return spot("D66D").has_value(); }));
  EXPECT_EQ(spot("D66D")->frequency, Hertz{14'240e3});
  EXPECT_EQ(spot("D66D")->comment, "up 10 de KB8O");
  EXPECT_EQ(status().state, "connected");
  cluster.hang_up();
  ASSERT_TRUE(cluster.accept()) << "it connects again";
  cluster.send("please enter your call: ");
  EXPECT_EQ(cluster.read(), "DL0XYZ\r\n");
}

// Clusters look at what they are sent, however much they send themselves.
TEST_F(SpotSources, KeepABusyClusterConnected) {
  FakeCluster cluster;
  ClusterClient client(
      {.server = {.host = "127.0.0.1", .port = cluster.port()}, .callsign = "DL0XYZ", .keep_alive = 100ms}, spots_,
      feeds_);
  ASSERT_TRUE(cluster.accept());
  EXPECT_TRUE(eventually([&] {
    cluster.send("DX de K1TTT: 14074.0 W1AW 1200Z\r\n");
    return cluster.has_heard("\r\n");
  }));
}

TEST_F(SpotSources, SayWhyAClusterIsNotReached) {
  std::uint16_t port = 0;
  {
    const FakeCluster gone;
    port = gone.port();
  }
  ClusterClient client({.server = {.host = "127.0.0.1", .port = port}, .callsign = "DL0XYZ", .retry = 10ms}, spots_,
                       feeds_);
  EXPECT_TRUE(eventually([&] { return status().state == "waiting"; }));
  EXPECT_NE(status().cause.find("refused"), std::string::npos) << status().cause;
  FakeCluster cluster(port);
  EXPECT_TRUE(cluster.accept());
}

TEST_F(SpotSources, ClusterThatFloodsCostsNoMemory) {
  FakeCluster cluster;
  ClusterClient client({.server = {.host = "127.0.0.1", .port = cluster.port()}, .callsign = "DL0XYZ", .retry = 10ms},
                       spots_, feeds_);
  ASSERT_TRUE(cluster.accept());
  for (int i = 0; i < 300; ++i) cluster.send(std::string(10'000, 'x'));
  for (int i = 0; i < 3000; ++i) cluster.send("\nDX de K1TTT: 14074.0 W" + std::to_string(i) + "AW 1200Z\n");
  EXPECT_TRUE(eventually([&] { return status().messages == 3000; }));
  EXPECT_EQ(spots_.all().size(), SpotList::kMost);
}

}  // namespace
}  // namespace spectrumd

// SPDX-License-Identifier: MIT
#include "daemon/server/http/send_progress.h"

#include <arpa/inet.h>
#include <fcntl.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <thread>
#include <vector>

namespace spectrumd {
namespace {

using namespace std::chrono_literals;

// A connection over loopback, whose server end is full.
class FullLine : public testing::Test {
 protected:
  FullLine() {
    const int listener = socket(AF_INET, SOCK_STREAM, 0);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof address;
    auto* const generic = reinterpret_cast<sockaddr*>(&address);
    EXPECT_EQ(bind(listener, generic, size), 0);
    EXPECT_EQ(listen(listener, 1), 0);
    getsockname(listener, generic, &size);
    client_ = socket(AF_INET, SOCK_STREAM, 0);
    EXPECT_EQ(connect(client_, generic, size), 0);
    server_ = accept(listener, nullptr, nullptr);
    fcntl(server_, F_SETFL, O_NONBLOCK);
    close(listener);
    fill();
  }
  ~FullLine() override {
    close(server_);
    close(client_);
  }

  // Until neither end accepts more: TCP still delivers what is in flight.
  void fill() const {
    const std::vector<char> bytes(1 << 20, 'x');
    for (int full = 0; full < 5; std::this_thread::sleep_for(10ms))
      full = send(server_, bytes.data(), bytes.size(), MSG_NOSIGNAL) > 0 ? 0 : full + 1;
  }
  // What arrives within a while, up to `most` bytes.
  void read(std::size_t most) const {
    std::array<char, 65536> buffer;
    for (std::size_t left = most; left > 0;) {
      const ssize_t bytes = recv(client_, buffer.data(), std::min(buffer.size(), left), 0);
      ASSERT_GT(bytes, 0);
      left -= static_cast<std::size_t>(bytes);
    }
  }
  // Looks until the kernel has noticed.
  bool moves(SendProgress& progress, SendProgress::Clock::time_point at) const {
    for (int i = 0; i < 1000; ++i) {
      progress.look(server_, at);
      if (progress.stuck(at) == 0s) return true;
      std::this_thread::sleep_for(10ms);
    }
    return false;
  }

  int client_ = -1, server_ = -1;
  SendProgress::Clock::time_point begin_ = SendProgress::Clock::now();
};

TEST_F(FullLine, IsStuckWhileNothingIsRead) {
  SendProgress progress(begin_);
  progress.look(server_, begin_);
  for (auto later = 1s; later <= 10s; later += 1s) progress.look(server_, begin_ + later);
  EXPECT_EQ(progress.stuck(begin_ + 10s), 10s);
  EXPECT_EQ(progress.waited(), begin_ + 10s);
}

TEST_F(FullLine, MovesWhenSomethingIsRead) {
  SendProgress progress(begin_);
  progress.look(server_, begin_);
  progress.look(server_, begin_ + 5s);
  EXPECT_EQ(progress.stuck(begin_ + 5s), 5s);
  read(1 << 20);
  EXPECT_TRUE(moves(progress, begin_ + 6s));
}

TEST_F(FullLine, IsSlowWhenLittleIsReadInAWindow) {
  SendProgress progress(begin_);
  progress.look(server_, begin_);
  EXPECT_FALSE(progress.is_slower(1 << 20, 10s, begin_ + 9s));
  progress.look(server_, begin_ + 10s);
  EXPECT_TRUE(progress.is_slower(1 << 20, 10s, begin_ + 10s));
  read(1 << 20);
  EXPECT_TRUE(moves(progress, begin_ + 20s));
  EXPECT_FALSE(progress.is_slower(100'000, 10s, begin_ + 20s));
}

TEST_F(FullLine, IsNeitherWhenNothingWaits) {
  SendProgress progress(begin_);
  progress.look(server_, begin_);
  std::array<char, 65536> buffer;
  auto now = begin_ + 20s;
  for (int i = 0; i < 10'000 && progress.waited() != now - 1s; ++i) {
    if (recv(client_, buffer.data(), buffer.size(), MSG_DONTWAIT) < 0) std::this_thread::sleep_for(1ms);
    progress.look(server_, now += 1s);
  }
  EXPECT_EQ(progress.waited(), now - 1s) << "there was an end of it";
  EXPECT_EQ(progress.stuck(now), 0s);
  EXPECT_FALSE(progress.is_slower(1 << 20, 10s, now + 20s));
}

}  // namespace
}  // namespace spectrumd

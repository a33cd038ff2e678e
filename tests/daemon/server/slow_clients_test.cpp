// SPDX-License-Identifier: MIT
#include <thread>

#include "tests/daemon/server/http_world.h"

namespace spectrumd {
namespace {

using namespace std::chrono_literals;

// The deadlines are shorter than in life, so that the tests are.
struct SlowClients : HttpWorld {
  SlowClients() : HttpWorld(small_radio_settings(), {.request = 1s, .answer = 2s, .stuck = 2s}) {}
};

TEST_F(SlowClients, AreCutOffWhileOthersAreServed) {
  std::vector<HttpClient> slow;
  for (std::uint32_t i = 0; i < 100; ++i) slow.emplace_back(port(), INADDR_LOOPBACK + i % 32);
  const std::string request = request_text("PATCH", "/api/v1/tuning", {"Content-Type: application/json"}, "{}");
  const auto start = std::chrono::steady_clock::now();
  std::chrono::steady_clock::duration longest{};
  for (std::size_t at = 0; at < 10; ++at) {
    for (const HttpClient& client : slow) client.send(request.substr(at, 1));
    const auto asked = std::chrono::steady_clock::now();
    EXPECT_EQ(get("/api/v1/status").status, 200);
    longest = std::max(longest, std::chrono::steady_clock::now() - asked);
    std::this_thread::sleep_for(50ms);  // that slow they are
  }
  EXPECT_LT(longest, 500ms);
  for (HttpClient& client : slow) EXPECT_TRUE(client.is_closed(3s));
  EXPECT_LT(std::chrono::steady_clock::now() - start, 3s);
  EXPECT_EQ(get("/api/v1/status").status, 200);
}

TEST_F(SlowClients, AreCutOffInTheMiddleOfABody) {
  HttpClient slow = client();
  slow.send(
      "PATCH /api/v1/tuning HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: "
      "1000\r\n\r\n");
  const auto start = std::chrono::steady_clock::now();
  while (slow.send(" ") && std::chrono::steady_clock::now() - start < 5s) std::this_thread::sleep_for(20ms);
  EXPECT_LT(std::chrono::steady_clock::now() - start, 3s);
}

TEST_F(SlowClients, AreCutOffBetweenRequests) {
  HttpClient idle = client();
  EXPECT_EQ(idle.ask(request_text("GET", "/api/v1/status")).status, 200);
  std::this_thread::sleep_for(700ms);  // of its second
  EXPECT_EQ(idle.ask(request_text("GET", "/api/v1/status")).status, 200) << "each answer restarts the time limit";
  EXPECT_FALSE(idle.is_closed(500ms));
  EXPECT_TRUE(idle.is_closed(2s));
}

TEST_F(SlowClients, AreCutOffWhenTheyDoNotTakeTheirAnswer) {
  for (std::uint64_t i = 1; i <= 250; ++i) push(row_now(i, 8192, 5, (250 - i) * 50ms));
  HttpClient slow = client();
  slow.send(request_text("GET", "/api/v1/history?rows=250&bins=8192"));  // more than sockets hold
  std::this_thread::sleep_for(3s);  // longer than it may be stuck: it learns of its end only by reading
  EXPECT_EQ(slow.read().status, 0) << "the answer is cut off";
  EXPECT_EQ(get("/api/v1/status").status, 200);
}

TEST_F(SlowClients, AreCutOffWhenTheyDoNotReadTheirStream) {
  HttpClient slow = client();
  slow.send(request_text("GET", "/api/v1/events?rows=1&bins=8192"));
  EXPECT_EQ(slow.read_head().status, 200);
  EXPECT_EQ(context_.event_clients, 1U);
  const auto end = std::chrono::steady_clock::now() + 60s;
  for (std::uint64_t i = 1; context_.event_clients > 0 && std::chrono::steady_clock::now() < end; ++i) {
    push(row_now(i, 8192, 5));
    std::this_thread::sleep_for(10ms);
  }
  EXPECT_EQ(context_.event_clients, 0U);
  EXPECT_TRUE(slow.is_closed(20s));
}

TEST_F(SlowClients, MayListenForAsLongAsTheyLike) {
  HttpClient listener = client();
  listener.send(request_text("GET", "/api/v1/events"));
  EXPECT_EQ(listener.read_head().status, 200);
  const auto start = std::chrono::steady_clock::now();
  while (std::chrono::steady_clock::now() - start < 3500ms) ASSERT_TRUE(listener.read_chunked_block());
}

}  // namespace
}  // namespace spectrumd

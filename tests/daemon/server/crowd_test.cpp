// SPDX-License-Identifier: MIT
#include <thread>

#include "daemon/server/http/request_error.h"
#include "tests/daemon/server/http_world.h"
#include "tests/daemon/server/websocket_test_client.h"

namespace spectrumd {
namespace {

using namespace std::chrono_literals;

const std::string kStatus = request_text("GET", "/api/v1/status");

// More clients than there is room for.
struct Crowd : HttpWorld {
  static Settings settings(std::size_t connections) {
    Settings settings = small_radio_settings();
    settings.server.connections = connections;
    settings.server.connections_per_address = 32;
    return settings;
  }
  explicit Crowd(const Settings& settings = Crowd::settings(64)) : HttpWorld(settings) {}

  std::vector<HttpClient> silent(std::size_t count) const {
    std::vector<HttpClient> clients;
    for (std::size_t i = 0; i < count; ++i) clients.push_back(client());
    return clients;
  }
  // Those whose connections stay busy.
  std::vector<HttpClient> listeners(std::size_t count, const Lines& lines = {}) const {
    std::vector<HttpClient> clients;
    for (std::size_t i = 0; i < count; ++i) {
      clients.push_back(client());
      clients.back().send(request_text("GET", "/api/v1/events", lines));
      EXPECT_EQ(clients.back().read_head(20s).status, 200) << i;
    }
    return clients;
  }
};

TEST_F(Crowd, OfSilentConnectionsDoesNotKeepAnybodyOut) {
  std::vector<HttpClient> crowd;
  for (int round = 0; round < 10; ++round) {
    for (HttpClient& client : silent(60)) crowd.push_back(std::move(client));
    EXPECT_EQ(get("/api/v1/status").status, 200) << crowd.size() << " are there";
  }
}

TEST_F(Crowd, DoesNotPushOutThoseThatAreServed) {
  std::vector<HttpClient> listening = listeners(3);
  const auto crowd = silent(300);
  for (HttpClient& listener : listening)
    for (int i = 0; i < 4; ++i) EXPECT_TRUE(listener.read_chunked_block(20s));
}

struct SmallHouse : Crowd {
  SmallHouse() : Crowd(settings(4)) {}
};

TEST_F(SmallHouse, SaysThatThereIsNoPlaceUntilThereIsOne) {
  auto inside = listeners(4);
  HttpClient outside = client();
  const HttpAnswer refused = outside.ask(kStatus);
  EXPECT_EQ(refused.status, 503);
  EXPECT_EQ(refused.error_code(), "too_many_connections");
  EXPECT_NE(refused.header("Retry-After"), "");
  EXPECT_TRUE(outside.is_closed(20s));
  inside.pop_back();
  EXPECT_TRUE(eventually([this] { return get("/api/v1/status").status == 200; }, 20s)) << "there is a place again";
}

struct GuardedHouse : Crowd {
  static Settings settings() {
    Settings settings = Crowd::settings(16);
    settings.server.token = "0123456789abcdef";
    settings.server.public_reading = true;
    return settings;
  }
  GuardedHouse() : Crowd(settings()) {}
};

TEST_F(GuardedHouse, HasAPlaceLeftForTheToken) {
  const auto inside = listeners(15);
  EXPECT_EQ(get("/api/v1/status").status, 503);
  EXPECT_EQ(get("/api/v1/status", {"Authorization: Bearer wrong"}).status, 401);
  EXPECT_EQ(get("/api/v1/status", kToken).status, 200);
}

struct Sockets : Crowd {
  Sockets() : Crowd(settings(16)) {}
};

TEST_F(Sockets, AreSentAwayWith1013BeforeAllPlacesAreTaken) {
  std::vector<WebSocketTestClient> inside;
  for (int i = 0; i < 12; ++i) {
    inside.push_back(websocket());
    EXPECT_TRUE(inside.back().next_message("hello")) << "in the hub";
  }
  WebSocketTestClient outside = websocket();
  const auto last = outside.next_of(kClose, 20s);
  ASSERT_TRUE(last);
  EXPECT_EQ(last->close_code(), 1013U);
  EXPECT_EQ(get("/api/v1/status").status, 200);
}

struct Flood : HttpWorld {};

TEST_F(Flood, OfChangesIsAnsweredWith429) {
  // The flood, quicker than this test could send it.
  const std::jthread flood([this](const std::stop_token& stop) {
    sockaddr_in here{};
    here.sin_family = AF_INET;
    here.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    while (!stop.stop_requested())
      static_cast<void>(context_.change_limits.accept(ClientAddress(reinterpret_cast<const sockaddr&>(here))));
  });
  HttpClient busy = client();
  const std::string change =
      request_text("PATCH", "/api/v1/tuning", {"Content-Type: application/json"}, R"({"averaging":1})");
  HttpAnswer answer;
  for (int i = 0; i < 1000 && answer.status != 429; ++i) answer = busy.ask(change);
  EXPECT_EQ(answer.status, 429);
  EXPECT_EQ(answer.error_code(), "too_many_changes");
  EXPECT_EQ(answer.header("Retry-After"), "1");
  EXPECT_EQ(busy.ask(kStatus).status, 200) << "reading still works";
}

}  // namespace
}  // namespace spectrumd

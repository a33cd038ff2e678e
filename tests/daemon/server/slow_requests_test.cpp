// SPDX-License-Identifier: MIT
#include <algorithm>
#include <thread>

#include "tests/daemon/server/http_world.h"

namespace spectrumd {
namespace {

using namespace std::chrono_literals;

// The deadline for requests is shorter than in life, so that the tests are.
class SlowRequests : public HttpWorld {
 protected:
  SlowRequests() : HttpWorld(small_radio_settings(), {.request = 1s, .answer = 60s}) {}

  // A connection whose request is being worked on until the gate opens.
  HttpClient ask_slowly() {
    recordings_gate_.shut();
    HttpClient client = this->client();
    client.send(request_text("GET", "/api/v1/recordings"));
    EXPECT_TRUE(recordings_gate_.holds(1));
    return client;
  }
};

TEST_F(SlowRequests, DoNotDelayTheOthers) {
  HttpClient slow = ask_slowly();
  for (const char* target : {"/", "/api/v1/status", "/api/v1/config", "/api/v1/history", "/api/v1/openapi.json"})
    EXPECT_EQ(get(target).status, 200) << target;
  EXPECT_FALSE(slow.has_answer());
  recordings_gate_.open();
  EXPECT_EQ(slow.read().status, 200);
  EXPECT_EQ(slow.ask(request_text("GET", "/api/v1/status")).status, 200) << "the connection stays open";
}

TEST_F(SlowRequests, AreNotCutOffForTheTimeThatTheWorkTakes) {
  HttpClient slow = ask_slowly();
  std::this_thread::sleep_for(2500ms);  // more than a client has for its request: it stays open meanwhile
  recordings_gate_.open();
  EXPECT_EQ(slow.read().status, 200);
}

TEST_F(SlowRequests, MayBeAbandoned) {
  { const HttpClient gone = ask_slowly(); }
  EXPECT_EQ(get("/api/v1/status").status, 200);
  recordings_gate_.open();
  EXPECT_EQ(get("/api/v1/recordings").status, 200);
}

TEST_F(SlowRequests, AreAnsweredToAClientThatHasClosedItsSide) {
  HttpClient slow = ask_slowly();
  slow.end_of_requests();
  HttpClient another = client();
  another.send(request_text("GET", "/api/v1/history"));
  another.end_of_requests();
  EXPECT_EQ(another.read().status, 200);
  recordings_gate_.open();
  EXPECT_EQ(slow.read().status, 200);
}

TEST_F(SlowRequests, AreAnsweredWhenTheServerStops) {
  HttpClient slow = ask_slowly(), waiting = client(), also_waiting = client();
  for (const HttpClient* client : {&waiting, &also_waiting}) client->send(request_text("GET", "/api/v1/recordings"));
  EXPECT_TRUE(recordings_gate_.holds(2));
  std::jthread stopping([this] { server_.reset(); });
  const HttpAnswer answer = slow.read();
  EXPECT_EQ(answer.status, 503);
  EXPECT_EQ(answer.error_code(), "stopping");
  recordings_gate_.open();
}

TEST_F(SlowRequests, AreRefusedWhereTooManyWait) {
  constexpr std::size_t kWorkers = 2, kQueue = 64, kTooMany = 10;
  recordings_gate_.shut();
  std::vector<HttpClient> clients;
  for (std::size_t i = 0; i < kWorkers + kQueue + kTooMany; ++i) {
    clients.push_back(client());
    clients.back().send(request_text("GET", "/api/v1/recordings"));
    if (i + 1 == kWorkers) {
      EXPECT_TRUE(recordings_gate_.holds(kWorkers));
    }
  }
  const auto answered = [&] {
    return static_cast<std::size_t>(std::ranges::count_if(clients, [](const auto& each) { return each.has_answer(); }));
  };
  EXPECT_TRUE(eventually([&] { return answered() == kTooMany; })) << answered();
  recordings_gate_.open();
  std::size_t refused = 0;
  for (HttpClient& each : clients) {
    const HttpAnswer answer = each.read(false, 30s);
    if (answer.status == 200) continue;
    EXPECT_EQ(answer.status, 503);
    EXPECT_EQ(answer.error_code(), "busy");
    EXPECT_EQ(answer.header("Retry-After"), "1");
    ++refused;
  }
  EXPECT_EQ(refused, kTooMany);
}

using Heartbeat = SlowRequests;

TEST_F(Heartbeat, TicksWithoutRequests) {
  for (int ticks = 0; ticks < 2; ++ticks) {
    const auto last_tick = [this] { return heartbeats_.pulses()[Heartbeats::Http].last; };
    EXPECT_TRUE(eventually([&, before = last_tick()] { return last_tick() > before; }, 10s)) << ticks;
  }
}

TEST_F(Heartbeat, StopsWhenARequestHangs) {
  settings_gate_.shut();
  HttpClient client = this->client();
  client.send(request_text("GET", "/api/v1/status"));
  EXPECT_TRUE(settings_gate_.holds(1));
  EXPECT_TRUE(eventually([this] { return heartbeats_.silent(2s) == "http"; }));
  settings_gate_.open();
  EXPECT_TRUE(eventually([this] { return heartbeats_.silent(2s) != "http"; }));
  EXPECT_EQ(client.read().status, 200) << "the client is not to blame";
}

}  // namespace
}  // namespace spectrumd

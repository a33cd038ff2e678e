// SPDX-License-Identifier: MIT
// A hub asks receivers for what its database has not. They are real ones, or scripts of what goes wrong.
#include <fmt/format.h>
#include <poll.h>

#include <mutex>
#include <nlohmann/json.hpp>

#include "daemon/hub/hub.h"
#include "tests/daemon/fleet/fleet_world.h"
#include "tests/daemon/server/http_world.h"
#include "tests/daemon/sources/file/temporary_folder.h"
#include "tests/fakes/http_server.h"

namespace spectrumd {
namespace {

using namespace std::chrono_literals;

constexpr std::string_view kHistory = "11111111-2222-3333-4444-555555555555";
constexpr std::string_view kTokenThere = "0123456789abcdef";

// A receiver with its server; tests push its rows.
struct ReceiverThere : HttpWorld {
  explicit ReceiverThere(std::uint16_t port = 0, const std::string& token = "") : HttpWorld(settings_of(port, token)) {
    context_.reported_as.set({.history = std::string(kHistory), .board = "pi:1"});
  }
  void TestBody() override {}

  static Settings settings_of(std::uint16_t port, const std::string& token) {
    Settings settings = small_radio_settings();
    settings.server.listen = fmt::format("127.0.0.1:{}", port);
    settings.server.token = token;
    return settings;
  }
  // Each lasts a quarter of a second, the last until now.
  void push_rows(std::size_t count, std::size_t bins = 64) {
    for (std::size_t left = count; left-- > 0;) {
      ++sequence_;
      auto row = std::make_shared<Row>(*row_now(sequence_, bins, sequence_ % bins, (left + 1) * 250ms));
      row->duration = 250ms;
      push(row);
    }
  }
  using HttpWorld::context_;
  using HttpWorld::port;
  std::size_t watched() const { return context_.websocket_clients; }

  std::uint64_t sequence_ = 0;
};

class HubReach : public FleetWorld {
 protected:
  void SetUp() override {
    FleetWorld::SetUp();
    if (IsSkipped()) return;
    server().connect(database_).run(
        fmt::format("INSERT INTO fleet.receiver(history, board, name) VALUES ('{}', 'pi:1', 'shack')", kHistory));
    settings_.server.listen = "127.0.0.1:0";
  }

  void start(const std::string& url, const ReachLimits& limits = {.linger = 300ms, .first_retry = 20ms}) {
    if (!url.empty()) settings_.hub.reach = {"other=http://127.0.0.1:1/", "shack=" + url};
    hub_.emplace(settings_,
                 PgConnection::Login{
                     .store = *parse_report_store(server().url(database_)), .password = "", .application = "hub"},
                 limits);
  }
  void start_at(const ReceiverThere& receiver, const ReachLimits& limits = {.linger = 300ms, .first_retry = 20ms}) {
    start(fmt::format("http://127.0.0.1:{}/", receiver.port()), limits);
  }

  HttpAnswer get(const std::string& target) const {
    return HttpClient(hub_->port()).ask(request_text("GET", "/api/v1/receivers/" + target, {}));
  }
  WebSocketTestClient watch(const Lines& more = {}) const {
    HttpClient http(hub_->port());
    Lines lines = kHandshake;
    lines.insert(lines.end(), more.begin(), more.end());
    EXPECT_EQ(http.ask(request_text("GET", "/api/v1/receivers/1/ws", lines)).status, 101);
    std::string first_bytes = http.rest();
    return WebSocketTestClient(http.release(), std::move(first_bytes));
  }
  // The state that comes next, other than that of connecting.
  static nlohmann::json state_of(WebSocketTestClient& viewer) {
    for (;;) {
      const auto state = viewer.next_message("live");
      if (!state) return "none";
      if ((*state)["state"] != "connecting") return *state;
    }
  }

  Settings settings_;
  std::optional<Hub> hub_;
};

// Answers as a receiver does, and remembers what it was asked.
class ScriptedReceiver {
 public:
  ScriptedReceiver() : server_([this](const std::string& request) { return reply(request); }) {}
  std::string url() const { return server_.url("/"); }
  std::string asked() {
    const std::scoped_lock lock(mutex_);
    return asked_;
  }

  nlohmann::json identity{{"history", kHistory}, {"board", "pi:1"}, {"journal", "77"}};
  int status = 200, evidence_status = 200;
  std::string evidence = "\x89PNG";
  std::chrono::milliseconds delay{0};
  Gate gate;  // shut: it does not answer

 private:
  std::string reply(const std::string& request) {
    {
      const std::scoped_lock lock(mutex_);
      asked_ += request;
    }
    gate.pass();
    std::this_thread::sleep_for(delay);
    if (request.starts_with("GET /api/v1/status"))
      return FakeHttpServer::response(status, nlohmann::json{{"identity", identity}}.dump());
    return FakeHttpServer::response(evidence_status, evidence);
  }

  std::mutex mutex_;
  std::string asked_;
  FakeHttpServer server_;
};

TEST_F(HubReach, FetchesEvidenceFromTheReceiverThatHasIt) {
  ScriptedReceiver receiver;
  settings_.hub.tokens = {"other=fedcba9876543210", fmt::format("shack={}", kTokenThere)};
  start(receiver.url());
  const auto answer = get("1/events/log/7/picture.png?journal=77");
  EXPECT_EQ(answer.status, 200) << answer.body;
  EXPECT_EQ(answer.body, "\x89PNG");
  EXPECT_EQ(answer.header("Content-Type"), "image/png");
  EXPECT_NE(receiver.asked().find("GET /api/v1/events/log/7/picture.png"), std::string::npos) << receiver.asked();
  EXPECT_NE(receiver.asked().find(fmt::format("Authorization: Bearer {}", kTokenThere)), std::string::npos);
  EXPECT_EQ(receiver.asked().find("fedcba"), std::string::npos) << "the token of another one";
  const auto listed = HttpClient(hub_->port()).ask(request_text("GET", "/api/v1/receivers", {})).json();
  EXPECT_EQ(listed["receivers"][0]["reached"], true);
}

TEST_F(HubReach, AsksForNothingElse) {
  ScriptedReceiver receiver;
  start(receiver.url());
  for (const char* path : {"1/events/log/7/users.json", "1/events/log/7%2F..%2F..%2Fusers/event.json",
                           "1/events/log/-1/event.json", "2/events/log/7/event.json", "x/events/log/7/event.json"})
    EXPECT_EQ(get(path).error_code(), "not_found") << path;
  EXPECT_EQ(receiver.asked(), "");
}

TEST_F(HubReach, SaysWhyThereIsNoEvidence) {
  ScriptedReceiver receiver;
  start(receiver.url(), {.ask = 2s});
  const auto code = [&] { return get("1/events/log/7/event.json?journal=77").error_code(); };
  EXPECT_EQ(get("1/events/log/7/event.json?journal=76").error_code(), "not_found") << "events of another journal";
  receiver.evidence_status = 404;
  EXPECT_EQ(code(), "not_found");
  receiver.evidence_status = 500;
  EXPECT_EQ(code(), "receiver_failed");
  receiver.evidence_status = 200;
  receiver.evidence = std::string((8 << 20) + 1, 'x');
  EXPECT_EQ(code(), "receiver_failed") << "too long";
  receiver.evidence = "{}";
  EXPECT_EQ(code(), "");
  receiver.identity["board"] = "pi:2";
  EXPECT_EQ(code(), "other_receiver") << "a copy of its card";
  receiver.identity["board"] = nullptr;
  EXPECT_EQ(code(), "") << "a hub without a token does not get it";
  receiver.identity["history"] = "99999999-2222-3333-4444-555555555555";
  EXPECT_EQ(code(), "other_receiver");
  receiver.identity = nullptr;
  EXPECT_EQ(code(), "other_receiver");
  receiver.status = 401;
  EXPECT_EQ(code(), "receiver_refuses");
  receiver.delay = 2500ms;
  const auto late = get("1/events/log/7/event.json");
  EXPECT_EQ(late.status, 504);
  EXPECT_EQ(late.error_code(), "receiver_timeout");
}

TEST_F(HubReach, AnswersOthersWhileAReceiverDoesNot) {
  ScriptedReceiver receiver;
  start(receiver.url(), {.ask = 60s});
  receiver.gate.shut();
  std::atomic<int> answered = 0;
  std::vector<std::jthread> waiting;
  for (int n = 0; n < 4; ++n)
    waiting.emplace_back([&] { answered += get("1/events/log/7/event.json").status == 200 ? 1 : 0; });
  EXPECT_TRUE(eventually([&] { return !receiver.asked().empty(); }));
  EXPECT_EQ(HttpClient(hub_->port()).ask(request_text("GET", "/api/v1/receivers", {})).status, 200);
  EXPECT_EQ(answered, 0);
  receiver.gate.open();
  waiting.clear();
  EXPECT_EQ(answered, 4);
}

TEST_F(HubReach, GoesNowhereThatItsSettingsDoNotName) {
  start("");
  EXPECT_EQ(get("1/events/log/7/event.json").error_code(), "not_reached");
  auto viewer = watch();
  EXPECT_EQ(state_of(viewer)["code"], "not_reached");
  const auto listed = HttpClient(hub_->port()).ask(request_text("GET", "/api/v1/receivers", {})).json();
  EXPECT_EQ(listed["receivers"][0]["reached"], false);
}

TEST_F(HubReach, WatchesAReceiverOnceForAllViewers) {
  ReceiverThere receiver;
  start_at(receiver);
  std::vector<WebSocketTestClient> viewers;
  for (int n = 0; n < 10; ++n) viewers.push_back(watch());
  for (auto& viewer : viewers) EXPECT_EQ(state_of(viewer)["state"], "live");
  ASSERT_TRUE(eventually([&] { return receiver.watched() > 0; }));
  receiver.push_rows(5);
  for (auto& viewer : viewers) {
    const auto row = viewer.next_of(kBinary);
    ASSERT_TRUE(row);
    EXPECT_EQ(row->payload.substr(0, 4), "SPR1");
  }
  EXPECT_EQ(receiver.watched(), 1U);
  viewers.clear();
  EXPECT_TRUE(eventually([&] { return receiver.watched() == 0; })) << "no viewer is left";
  auto again = watch();
  EXPECT_EQ(state_of(again)["state"], "live");
  const auto row = again.next_of(kBinary);
  EXPECT_TRUE(row) << "rows of before";
}

TEST_F(HubReach, PassesOnNothingButRows) {
  ReceiverThere receiver(0, std::string(kTokenThere));
  settings_.hub.tokens = {std::string(kTokenThere)};
  start_at(receiver);
  auto viewer = watch();
  EXPECT_EQ(state_of(viewer)["state"], "live");
  receiver.push_rows(3);
  ASSERT_TRUE(viewer.say({{"type", "tune"}, {"center", 99e6}}));
  const auto refusal = viewer.next_message("error");
  ASSERT_TRUE(refusal);
  EXPECT_EQ((*refusal)["error"]["code"], "read_only");
  const auto end = std::chrono::steady_clock::now() + 1500ms;  // the receiver reports its status each second
  while (const auto frame = viewer.next(
             std::max(0ms, std::chrono::ceil<std::chrono::milliseconds>(end - std::chrono::steady_clock::now()))))
    EXPECT_TRUE(frame->opcode() == kBinary || nlohmann::json::parse(frame->payload)["type"] == "live")
        << frame->payload;
  EXPECT_FALSE(viewer.ended());
}

TEST_F(HubReach, LetsNoneWaitForAStalledViewer) {
  ReceiverThere receiver;
  receiver.push_rows(500, 4096);
  start_at(receiver, {.linger = 300ms, .first_retry = 20ms, .stuck = 500ms});
  auto viewer = watch();
  const HttpClient stalled(hub_->port());
  ASSERT_TRUE(stalled.send(request_text("GET", "/api/v1/receivers/1/ws", kHandshake)));
  for (int rows = 0; rows < 450; ++rows) ASSERT_TRUE(viewer.next_of(kBinary)) << rows;
  pollfd gone{.fd = stalled.descriptor(), .events = 0, .revents = 0};
  EXPECT_EQ(poll(&gone, 1, 20'000), 1) << "it is not kept";
  while (viewer.next_of(kBinary, 0ms)) {
  }
  receiver.push_rows(1, 4096);
  EXPECT_TRUE(viewer.next_of(kBinary));
}

TEST_F(HubReach, ReturnsToAReceiverThatWasAway) {
  auto receiver = std::make_unique<ReceiverThere>();
  const std::uint16_t port = receiver->port();
  start_at(*receiver);
  auto viewer = watch();
  EXPECT_EQ(state_of(viewer)["state"], "live");
  receiver.reset();
  const auto lost = state_of(viewer);
  EXPECT_EQ(lost["state"], "lost");
  EXPECT_EQ(lost["code"], "receiver_unreachable");
  receiver = std::make_unique<ReceiverThere>(port);
  for (auto state = state_of(viewer); state["state"] != "live"; state = state_of(viewer))
    ASSERT_EQ(state["state"], "lost") << state;
  ASSERT_TRUE(eventually([&] { return receiver->watched() > 0; }));
  receiver->push_rows(3);
  EXPECT_TRUE(viewer.next_of(kBinary));
}

TEST_F(HubReach, SaysWhyThereAreNoLiveRows) {
  ReceiverThere receiver(0, std::string(kTokenThere));
  start_at(receiver);
  {
    auto viewer = watch();
    EXPECT_EQ(state_of(viewer)["code"], "receiver_refuses") << "without its token";
  }
  receiver.context_.reported_as.set({.history = std::string(kHistory), .board = "pi:2"});
  settings_.hub.tokens = {std::string(kTokenThere)};
  start_at(receiver);
  auto viewer = watch();
  EXPECT_EQ(state_of(viewer)["code"], "other_receiver");
  receiver.push_rows(3);
  EXPECT_FALSE(viewer.next_of(kBinary, 300ms)) << "of another receiver";
}

TEST_F(HubReach, LetsThoseWatchWhoMayRead) {
  ReceiverThere receiver;
  const TemporaryFolder folder;
  settings_.users.folder = folder.path("state");
  Users users(folder.path("state") + "/hub");
  const std::string token = users.add("anna", Role::Viewer);
  start_at(receiver);
  EXPECT_EQ(HttpClient(hub_->port()).ask(request_text("GET", "/api/v1/receivers/1/ws", kHandshake)).status, 401);
  auto viewer = watch({"Sec-WebSocket-Protocol: spectrum.v1, bearer." + token});
  EXPECT_EQ(state_of(viewer)["state"], "live");
  users.revoke("anna");
  const auto close = viewer.next_of(kClose);
  ASSERT_TRUE(close);
  EXPECT_EQ(close->close_code(), 1008U);
}

}  // namespace
}  // namespace spectrumd

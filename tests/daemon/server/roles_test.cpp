// SPDX-License-Identifier: MIT
// What each role may do: every route against every role, with tokens of users.
#include <map>

#include "tests/daemon/server/people_world.h"

namespace spectrumd {
namespace {

using namespace std::chrono_literals;

// Written down once more, so that a route without a role is noticed.
const std::map<std::string, Role> kLeast{
    {"GET /api/v1/status", Role::Viewer},
    {"GET /api/v1/spectrum", Role::Viewer},
    {"GET /api/v1/history", Role::Viewer},
    {"GET /api/v1/history/tiles", Role::Viewer},
    {"GET /api/v1/history/tile/{level}/{t0}/{f0}/{detector}/{epoch}", Role::Viewer},
    {"GET /api/v1/history.png", Role::Viewer},
    {"GET /api/v1/days", Role::Viewer},
    {"GET /api/v1/days/{picture}", Role::Viewer},
    {"GET /api/v1/peaks", Role::Viewer},
    {"GET /api/v1/signals", Role::Viewer},
    {"GET /api/v1/spots", Role::Viewer},
    {"POST /api/v1/spots", Role::Tuner},
    {"DELETE /api/v1/spots", Role::Tuner},
    {"GET /api/v1/feeds", Role::Viewer},
    {"GET /api/v1/sources", Role::Viewer},
    {"PATCH /api/v1/sources", Role::Tuner},
    {"GET /api/v1/backends", Role::Viewer},
    {"GET /api/v1/config", Role::Viewer},
    {"GET /api/v1/tuning", Role::Viewer},
    {"PATCH /api/v1/tuning", Role::Tuner},
    {"GET /api/v1/events", Role::Viewer},
    {"GET /api/v1/rules", Role::Viewer},
    {"POST /api/v1/rules", Role::Admin},
    {"PATCH /api/v1/rules/{id}", Role::Admin},
    {"DELETE /api/v1/rules/{id}", Role::Admin},
    {"POST /api/v1/rules/{id}/try", Role::Admin},
    {"GET /api/v1/events/log", Role::Viewer},
    {"GET /api/v1/events/log/{id}/{file}", Role::Viewer},
    {"GET /api/v1/occupancy", Role::Viewer},
    {"PATCH /api/v1/occupancy", Role::Admin},
    {"GET /api/v1/floor", Role::Viewer},
    {"GET /api/v1/baseline", Role::Viewer},
    {"GET /api/v1/recordings", Role::Viewer},
    {"POST /api/v1/recordings", Role::Tuner},
    {"DELETE /api/v1/recordings", Role::Admin},
    {"POST /api/v1/recordings/stop", Role::Tuner},
    {"GET /api/v1/recordings/data", Role::Listener},
    {"GET /api/v1/recordings/meta", Role::Viewer},
    {"GET /api/v1/channels", Role::Viewer},
    {"POST /api/v1/channels", Role::Tuner},
    {"PATCH /api/v1/channels/{id}", Role::Tuner},
    {"DELETE /api/v1/channels/{id}", Role::Tuner},
    {"GET /api/v1/iq", Role::Listener},
    {"GET /api/v1/audio", Role::Listener},
    {"GET /api/v1/me", Role::Viewer},
    {"GET /api/v1/users", Role::Admin},
    {"POST /api/v1/users", Role::Admin},
    {"PATCH /api/v1/users", Role::Admin},
    {"DELETE /api/v1/users", Role::Admin},
    {"GET /api/v1/audit", Role::Admin},
    {"GET /api/v1/dial", Role::Viewer},
    {"POST /api/v1/dial", Role::Tuner},
    {"DELETE /api/v1/dial", Role::Tuner},
    {"GET /api/v1/", Role::Viewer},
    {"GET /api/v1/openapi.json", Role::Viewer},
    {"GET /metrics", Role::Viewer},
    {"GET /ws", Role::Viewer},
};

std::string name_of(const Route& route) { return fmt::format("{} {}", route.method, route.path); }

TEST(Roles, AreWrittenDownForEveryRoute) {
  Routes all = routes();
  std::size_t seen = 0;
  for (const Route& route : all) {
    const auto least = kLeast.find(name_of(route));
    ASSERT_NE(least, kLeast.end()) << name_of(route) << ": decide who may do it, and add it here";
    EXPECT_EQ(route.least_role(), least->second) << name_of(route);
    ++seen;
  }
  EXPECT_EQ(seen, kLeast.size());
}

TEST_F(Peopled, EveryRouteMeetsEveryRole) {
  for (const Route& route : routes()) {
    for (const auto& [role, token] : tokens_) {
      const bool is_stream = route.cost == Cost::Stream;
      if (role >= route.least_role() && (is_stream || route.is_websocket)) continue;  // their own tests below
      std::string path(route.path);
      for (const std::string_view item : items_in(route)) path.replace(path.find('{'), item.size() + 2, "1");
      // none of them accepts "[]": what is permitted is refused for another reason.
      const auto answer = ask(std::string(route.method), path, with(token), route.is_change() ? "[]" : "");
      const std::string what = fmt::format("{} as {}", name_of(route), to_string(role));
      EXPECT_EQ(answer.status == 403, role < route.least_role()) << what << ": " << answer.status << answer.body;
      EXPECT_NE(answer.status, 401) << what;
      EXPECT_TRUE(answer.status != 403 || answer.error_code() == "role_needed") << what;
    }
    std::string path(route.path);
    EXPECT_EQ(
        ask(std::string(route.method), path, {"Content-Type: application/json"}, route.is_change() ? "{}" : "").status,
        401)
        << name_of(route) << " without a token";
  }
}

TEST_F(Peopled, HearAndTuneOnTheWebSocketByRole) {
  for (const auto& [role, token] : tokens_) {
    WebSocketTestClient socket = socket_of(token);
    const Json hello = answer_of(socket, "hello");
    EXPECT_EQ(hello["role"], to_string(role));
    EXPECT_EQ(hello["name"], to_string(role));
    EXPECT_EQ(hello["access"], role >= Role::Tuner ? "change" : "read");
    socket.say({{"type", "listen"}, {"center", 100e6}, {"mode", "nfm"}});
    EXPECT_EQ(
        answer_of(socket, role >= Role::Listener ? "listen" : "error").value("error", Json::object()).value("code", ""),
        role >= Role::Listener ? "" : "role_needed");
    socket.say({{"type", "tune"}, {"averaging", 2}});
    EXPECT_EQ(
        answer_of(socket, role >= Role::Tuner ? "tuning" : "error").value("error", Json::object()).value("code", ""),
        role >= Role::Tuner ? "" : "role_needed");
    accounts_.dial().leave(std::string(to_string(role)));
  }
}

TEST_F(Peopled, WhoIsRevokedIsOutAtOnce) {
  WebSocketTestClient socket = socket_of(tokens_[Role::Tuner]);
  answer_of(socket, "hello");
  HttpClient stream = client();
  stream.send(request_text("GET", "/api/v1/events", with(tokens_[Role::Tuner], {})));
  ASSERT_TRUE(eventually([&] { return context_.event_clients == 1; }));
  const auto start = std::chrono::steady_clock::now();
  Users(folder_.path("users")).revoke("tuner");  // as a command does, in another process
  const auto closing = socket.next_of(kClose);
  EXPECT_LT(std::chrono::steady_clock::now() - start, 1s);
  ASSERT_TRUE(closing);
  EXPECT_EQ(closing->close_code(), 1008U);
  EXPECT_EQ(closing->payload.substr(2), "access revoked");
  EXPECT_TRUE(eventually([&] { return context_.event_clients == 0; }));
  EXPECT_LT(std::chrono::steady_clock::now() - start, 2500ms);
  EXPECT_EQ(ask("GET", "/api/v1/status", with(tokens_[Role::Tuner], {})).error_code(), "wrong_token");
  EXPECT_EQ(ask("GET", "/api/v1/status", with(tokens_[Role::Viewer], {})).status, 200);
}

TEST_F(Peopled, ARoleThatChangesReachesTheOpenWebSocket) {
  WebSocketTestClient socket = socket_of(tokens_[Role::Tuner]);
  answer_of(socket, "hello");
  Users(folder_.path("users")).set_role("tuner", Role::Viewer);
  const Json access = answer_of(socket, "access");
  EXPECT_EQ(access["role"], "viewer");
  EXPECT_EQ(access["access"], "read");
  socket.say({{"type", "tune"}, {"averaging", 2}});
  EXPECT_EQ(answer_of(socket, "error")["error"]["code"], "role_needed");
}

TEST_F(Peopled, GuessesWaitAsThoseOfTheTokenDo) {
  const Lines guess = with(std::string(32, '0'), {});
  for (int i = 0; i < 5; ++i) EXPECT_EQ(ask("GET", "/api/v1/status", guess).error_code(), "wrong_token");
  const auto start = std::chrono::steady_clock::now();
  EXPECT_EQ(ask("GET", "/api/v1/status", guess).status, 401);
  EXPECT_GE(std::chrono::steady_clock::now() - start, 900ms);
  EXPECT_EQ(ask("GET", "/api/v1/status", with(tokens_[Role::Viewer], {})).status, 200);
}

struct PeopledAndPublic : Peopled {
  static Settings settings() {
    Settings settings = small_radio_settings();
    settings.server.token = "0123456789abcdef";
    settings.server.public_reading = true;
    return settings;
  }
  PeopledAndPublic() : Peopled(settings()) {}
};

TEST_F(PeopledAndPublic, TheTokenAndThePublicAreAsBefore) {
  EXPECT_EQ(get("/api/v1/status").status, 200);
  EXPECT_EQ(patch("{}").error_code(), "token_needed");
  EXPECT_EQ(ask("PATCH", "/api/v1/tuning", with("0123456789abcdef"), "{}").status, 200);
  EXPECT_EQ(ask("PATCH", "/api/v1/tuning", with(tokens_[Role::Viewer]), "{}").error_code(), "role_needed");
  EXPECT_EQ(ask("PATCH", "/api/v1/tuning", with(tokens_[Role::Tuner]), "{}").status, 200);
}

}  // namespace
}  // namespace spectrumd

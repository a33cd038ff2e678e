// SPDX-License-Identifier: MIT
// Users, the dial and the audit log, through the API.
#include <fstream>
#include <sstream>

#include "daemon/server/http/audited.h"
#include "tests/daemon/server/people_world.h"

namespace spectrumd {
namespace {

using namespace std::chrono_literals;

TEST_F(Peopled, AnAdminMakesAUserWhoIsLetInAtOnce) {
  const auto made = as(Role::Admin, "POST", "/api/v1/users", R"({"name": "DL1ABC", "role": "tuner"})");
  ASSERT_EQ(made.status, 200) << made.body;
  const auto token = made.json()["token"].get<std::string>();
  const Json me = ask("GET", "/api/v1/me", with(token)).json();
  EXPECT_EQ(me["name"], "DL1ABC");
  EXPECT_EQ(me["role"], "tuner");
  EXPECT_EQ(me["known"], true);
  const auto all = as(Role::Admin, "GET", "/api/v1/users");
  EXPECT_EQ(all.json()["users"].size(), 5U);
  EXPECT_EQ(all.body.find(token), std::string::npos);
  EXPECT_EQ(all.body.find("sha256"), std::string::npos);
  EXPECT_EQ(as(Role::Admin, "PATCH", "/api/v1/users", R"({"name": "DL1ABC", "role": "viewer"})").status, 200);
  EXPECT_EQ(ask("GET", "/api/v1/me", with(token)).json()["role"], "viewer");
  EXPECT_EQ(as(Role::Admin, "DELETE", "/api/v1/users", R"({"name": "DL1ABC"})").status, 200);
  EXPECT_EQ(ask("GET", "/api/v1/me", with(token)).status, 401);
}

TEST_F(Peopled, RefusesWhatIsNoUser) {
  const auto code = [&](const char* method, const char* body) {
    return as(Role::Admin, method, "/api/v1/users", body).error_code();
  };
  EXPECT_EQ(code("POST", R"({"name": "tuner", "role": "admin"})"), "exists");
  EXPECT_EQ(code("POST", R"({"name": "a b", "role": "admin"})"), "bad_value");
  EXPECT_EQ(code("POST", R"({"name": "anna", "role": "root"})"), "bad_value");
  EXPECT_EQ(code("POST", R"({"name": "anna"})"), "bad_value");
  EXPECT_EQ(code("POST", R"({"name": "anna", "role": "tuner", "token": "0123456789abcdef"})"), "unknown_key");
  EXPECT_EQ(code("PATCH", R"({"name": "anna", "role": "tuner"})"), "not_found");
  EXPECT_EQ(code("DELETE", R"({"name": "anna"})"), "not_found");
  EXPECT_EQ(code("DELETE", R"({"name": "admin"})"), "last_admin");
  EXPECT_EQ(code("PATCH", R"({"name": "admin", "role": "tuner"})"), "last_admin");
}

TEST_F(Peopled, NoOneRaisesTheirOwnRole) {
  for (const Role role : {Role::Viewer, Role::Listener, Role::Tuner}) {
    const std::string name(to_string(role));
    const std::string body = R"({"name": ")" + name + R"(", "role": "admin"})";
    EXPECT_EQ(as(role, "PATCH", "/api/v1/users", body).error_code(), "role_needed");
    EXPECT_EQ(as(role, "POST", "/api/v1/users", R"({"name": "x", "role": "admin"})").error_code(), "role_needed");
  }
  EXPECT_EQ(accounts_.users().list()->count(Role::Admin), 1U);
}

struct Unpeopled : HttpWorld {
  Unpeopled() : HttpWorld(small_radio_settings(), {}, &accounts()) {}
  static Accounts& accounts() {
    if (!accounts_) accounts_ = std::make_unique<Accounts>(folder().path("users"));
    return *accounts_;
  }
  static TemporaryFolder& folder() {
    static TemporaryFolder one;
    return one;
  }
  static inline std::unique_ptr<Accounts> accounts_;
};

// Where anyone may do everything, the first to make a user would shut out all others.
TEST_F(Unpeopled, TheFirstUserIsNotMadeByAnyone) {
  const auto answer = client().ask(
      request_text("POST", "/api/v1/users", {"Content-Type: application/json"}, R"({"name": "eve", "role": "admin"})"));
  EXPECT_EQ(answer.status, 403) << answer.body;
  EXPECT_EQ(patch("{}").status, 200);
  EXPECT_FALSE(accounts().users().has_file());
  EXPECT_EQ(get("/api/v1/status").json()["dial"], nullptr) << "and nothing else has changed";
  EXPECT_EQ(get("/api/v1/me").json()["role"], "admin");
}

TEST_F(Peopled, OneOfTwoWhoTuneHasTheDial) {
  const std::string other = accounts_.users().add("anna", Role::Tuner);
  EXPECT_EQ(as(Role::Tuner, "PATCH", "/api/v1/tuning", R"({"averaging": 2})").status, 200);
  const auto refused = ask("PATCH", "/api/v1/tuning", with(other), R"({"averaging": 3})");
  EXPECT_EQ(refused.status, 409);
  EXPECT_EQ(refused.error_code(), "dial_taken");
  EXPECT_NE(refused.body.find("tuner has the dial for another"), std::string::npos) << refused.body;
  WebSocketTestClient socket = socket_of(other);
  socket.say({{"type", "tune"}, {"averaging", 3}});
  EXPECT_EQ(answer_of(socket, "error")["error"]["code"], "dial_taken");
  const Json asked = ask("POST", "/api/v1/dial", with(other), "{}").json();
  EXPECT_EQ(asked["holder"], "tuner");
  EXPECT_EQ(asked["waiting"], Json::array({"anna"}));
  EXPECT_EQ(ask("POST", "/api/v1/dial", with(other), R"({"take": true})").error_code(), "role_needed");
  EXPECT_EQ(as(Role::Tuner, "DELETE", "/api/v1/dial", "{}").json()["holder"], "anna");
  const Json event = answer_of(socket, "event");
  EXPECT_EQ(event["kind"], "dial");
  EXPECT_EQ(event["name"], "anna");
  socket.say({{"type", "tune"}, {"averaging", 3}});
  answer_of(socket, "tuning");
  EXPECT_EQ(as(Role::Admin, "PATCH", "/api/v1/tuning", R"({"averaging": 4})").error_code(), "dial_taken");
  EXPECT_EQ(as(Role::Admin, "POST", "/api/v1/dial", R"({"take": true})").json()["holder"], "admin");
  EXPECT_EQ(as(Role::Admin, "PATCH", "/api/v1/tuning", R"({"center": "101M"})").status, 200);
  const Json status = as(Role::Viewer, "GET", "/api/v1/status").json();
  EXPECT_EQ(status["dial"]["holder"], "admin");
  ASSERT_TRUE(status["tuned_by"].is_object()) << status.dump();
  EXPECT_EQ(status["tuned_by"]["name"], "admin");
}

TEST_F(Peopled, TheLogHasWhoDidWhatAndNoSecret) {
  as(Role::Tuner, "PATCH", "/api/v1/tuning", R"({"averaging": 2, "window": "hann"})");
  as(Role::Tuner, "PATCH", "/api/v1/tuning", R"({"averaging": 0})");
  as(Role::Viewer, "PATCH", "/api/v1/tuning", R"({"averaging": 5})");
  const auto token = as(Role::Admin, "POST", "/api/v1/users", R"({"name": "anna", "role": "tuner"})")
                         .json()["token"]
                         .get<std::string>();
  const auto answer = as(Role::Admin, "GET", "/api/v1/audit?limit=10");
  ASSERT_EQ(answer.status, 200) << answer.body;
  const Json changes = answer.json()["changes"];
  ASSERT_EQ(changes.size(), 2U) << "what was refused has changed nothing: " << changes.dump();
  EXPECT_EQ(changes[0]["who"], "admin");
  EXPECT_EQ(changes[0]["what"], "POST /api/v1/users");
  EXPECT_EQ(changes[0]["values"], R"({"name":"anna","role":"tuner"})");
  EXPECT_EQ(changes[0]["address"], "127.0.0.1");
  EXPECT_EQ(changes[1]["who"], "tuner");
  EXPECT_EQ(changes[1]["values"], R"({"averaging":2,"window":"hann"})");
  std::stringstream files;
  files << std::ifstream(accounts_.audit().file()).rdbuf() << std::ifstream(accounts_.users().file()).rdbuf();
  EXPECT_EQ(files.str().find(token), std::string::npos);
  for (const auto& [role, known] : tokens_) EXPECT_EQ(files.str().find(known), std::string::npos);
}

TEST(Audited, HidesTextsThatMayBeSecret) {
  const Json rule{{"name", "guard"}, {"level", 10}, {"actions", {{"secret", "hunter2"}, {"iq_seconds", 5}}}};
  EXPECT_EQ(audited_values(rule, false), R"({"name":"...","level":10,"actions":{"secret":"...","iq_seconds":5}})");
  EXPECT_EQ(audited_values({{"name", "anna"}}, true), R"({"name":"anna"})");
  EXPECT_EQ(audited_values(Json(), true), "");
  EXPECT_LE(audited_values({{"label", std::string(5000, 'x')}}, true).size(), 400U);
  Json large = Json::object();
  for (int i = 0; i < 1000; ++i) large["key" + std::to_string(i)] = i;
  EXPECT_LE(audited_values(large, true).size(), 400U);
}

}  // namespace
}  // namespace spectrumd

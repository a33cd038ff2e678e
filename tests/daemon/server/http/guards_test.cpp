// SPDX-License-Identifier: MIT
#include "daemon/server/http/guards.h"

#include <gtest/gtest.h>

namespace spectrumd {
namespace {

template <class Check>
int status_of(Check check) {
  try {
    check();
  } catch (const RequestError& error) {
    return error.status;
  }
  return 200;
}

RequestHead head_with(std::vector<Header> headers) {
  return {.method = "GET", .path = "/", .headers = std::move(headers)};
}

int host_status(const std::string& host, const ServerSettings& settings = {}, const std::string& method = "GET") {
  OwnNames own_names([] { return std::vector<std::string>{"radio-pi", "radio-pi.local", "radio-pi.lan"}; });
  own_names.announce({"spectrumd.local"});
  RequestHead head = head_with({{"Host", host}});
  head.method = method;
  return status_of([&] { check_host(head, settings, settings, own_names); });
}

TEST(CheckHost, LetsInAddressesAndLocalhost) {
  for (const char* host : {"127.0.0.1", "127.0.0.1:8088", "192.168.1.20:8088", "0.0.0.0", "[::1]", "[::1]:8088",
                           "[2001:db8::7]:80", "localhost", "localhost:8088", "LocalHost"})
    EXPECT_EQ(host_status(host), 200) << host;
}

TEST(CheckHost, RefusesNamesThatAreNotOurs) {
  for (const char* host : {"evil.example",
                           "evil.example:8088",
                           "localhost.evil.example",
                           "127.0.0.1.evil.example",
                           "localhost@evil.example",
                           "1",
                           "0x7f000001",
                           "127.1",
                           "127.0.0.1:port",
                           "127.0.0.1:8088:1",
                           "[::1",
                           "[::1]evil",
                           "[evil]",
                           "::1",
                           "",
                           " ",
                           "localhost.",
                           "localhost:-1",
                           "localhost:8088/",
                           "localhost,evil.example",
                           "\xff\xfe"})
    EXPECT_EQ(host_status(host), 421) << host;
}

TEST(CheckHost, LetsInTheNamesOfTheMachineAndThoseAnnounced) {
  for (const char* host : {"radio-pi", "radio-pi:8088", "Radio-Pi.Local:8088", "radio-pi.lan", "spectrumd.local:8088"})
    EXPECT_EQ(host_status(host), 200) << host;
  for (const char* host : {"radio-pi.evil.example", "radio-pi.local.evil.example", "evil.radio-pi.local", "local",
                           "radio-pi.", "radio-pi.local.", "spectrumd", "spectrumd-2.local"})
    EXPECT_EQ(host_status(host), 421) << host;
}

TEST(CheckHost, LetsInAnyNameWhereTheTokenIsNeeded) {
  const ServerSettings closed{.token = "0123456789abcdef"};
  EXPECT_EQ(host_status("behind.a.proxy.example", closed), 200);
  EXPECT_EQ(host_status("behind.a.proxy.example:443", closed, "PATCH"), 200);
  const ServerSettings readable{.token = "0123456789abcdef", .public_reading = true};
  for (const char* method : {"GET", "HEAD", "OPTIONS"}) EXPECT_EQ(host_status("evil.example", readable, method), 421);
  EXPECT_EQ(host_status("behind.a.proxy.example", readable, "PATCH"), 200);
}

TEST(CheckHost, RefusesWhatIsNotANameEvenThere) {
  const ServerSettings closed{.token = "0123456789abcdef"};
  for (const char* host : {"", " ", "a b", "a;script-src", "a,b", "user@a", "a/b", "a:port", "[::1", "[evil]", "\xff"})
    EXPECT_EQ(host_status(host, closed), 421) << host;
}

TEST(CheckHost, LetsInTheNamesOfTheSettings) {
  const ServerSettings settings{.hosts = {"pi.local", "radio.example"}};
  EXPECT_EQ(host_status("pi.local:8088", settings), 200);
  EXPECT_EQ(host_status("PI.Local", settings), 200);
  EXPECT_EQ(host_status("www.radio.example", settings), 421);
}

int origin_status(const std::string& origin, const std::string& host, const ServerSettings& settings = {}) {
  return status_of([&] { check_origin(head_with({{"Host", host}, {"Origin", origin}}), settings); });
}

TEST(CheckOrigin, LetsInThePageItselfAndWhatIsNoBrowser) {
  EXPECT_EQ(status_of([] { check_origin(head_with({{"Host", "localhost"}}), {}); }), 200);
  EXPECT_EQ(origin_status("http://localhost:8088", "localhost:8088"), 200);
  EXPECT_EQ(origin_status("https://radio.example", "radio.example"), 200);
  EXPECT_EQ(origin_status("http://[::1]:8088", "[::1]:8088"), 200);
}

TEST(CheckOrigin, RefusesPagesFromElsewhere) {
  for (const char* origin :
       {"http://evil.example", "http://localhost", "http://localhost:8089", "https://localhost:80880", "null", "",
        "localhost:8088", "file://localhost:8088", "http://localhost:8088.evil.example",
        "http://evil.example#localhost:8088", "ftp://localhost:8088", "http://127.0.0.1:8088", "http://localhost:8088/",
        "chrome-extension://localhost:8088"})
    EXPECT_EQ(origin_status(origin, "localhost:8088"), 403) << origin;
}

TEST(CheckOrigin, LetsInThePagesOfTheSettings) {
  const ServerSettings settings{.origins = {"https://example.org"}};
  EXPECT_EQ(origin_status("https://example.org", "localhost:8088", settings), 200);
  EXPECT_EQ(origin_status("http://example.org", "localhost:8088", settings), 403);
}

TEST(CheckContentType, TakesJsonOnly) {
  const auto status = [](const std::string& type) {
    return status_of([&] { check_content_type(head_with({{"Content-Type", type}})); });
  };
  for (const char* type : {"application/json", "Application/JSON", "application/json; charset=utf-8"})
    EXPECT_EQ(status(type), 200) << type;
  for (const char* type :
       {"", "text/plain", "application/x-www-form-urlencoded", "multipart/form-data", "application/jsonp",
        "text/plain, application/json", "application/json, text/plain", "application/json-patch+json"})
    EXPECT_EQ(status(type), 415) << type;
  EXPECT_EQ(status_of([] { check_content_type(head_with({})); }), 415);
}

TEST(AccessOf, GivesEverythingWithoutAToken) {
  EXPECT_EQ(caller_of(head_with({}), ServerSettings()).role, Role::Admin);
}

TEST(AccessOf, AsksForTheTokenThatIsSet) {
  const ServerSettings settings{.token = "0123456789abcdef"};
  const auto status = [&](std::vector<Header> headers) {
    return status_of([&] { EXPECT_EQ(caller_of(head_with(std::move(headers)), settings).role, Role::Admin); });
  };
  EXPECT_EQ(status({{"Authorization", "Bearer 0123456789abcdef"}}), 200);
  EXPECT_EQ(status({{"authorization", "bearer 0123456789abcdef"}}), 200);
  EXPECT_EQ(status({{"Sec-WebSocket-Protocol", "spectrum.v1, bearer.0123456789abcdef"}}), 200);
  EXPECT_EQ(status({}), 401);
  for (const char* credentials :
       {"", "Bearer", "Bearer ", "Bearer 0123456789abcde", "Bearer 0123456789abcdef0", "Bearer 0123456789abcdeF",
        "0123456789abcdef", "Basic 0123456789abcdef", "Bearer  0123456789abcdef"})
    EXPECT_EQ(status({{"Authorization", credentials}}), 401) << credentials;
  EXPECT_EQ(status({{"Authorization", "Bearer wrong"}, {"Sec-WebSocket-Protocol", "bearer.0123456789abcdef"}}), 401);
}

TEST(AccessOf, AllowsReadingWithoutATokenWhereThatIsPublic) {
  const ServerSettings settings{.token = "0123456789abcdef", .public_reading = true};
  EXPECT_EQ(caller_of(head_with({}), settings).role, Role::Listener);
  EXPECT_EQ(caller_of(head_with({{"Authorization", "Bearer 0123456789abcdef"}}), settings).role, Role::Admin);
}

TEST(AccessOf, AWrongTokenReadsWhereReadingIsPublic) {
  const ServerSettings settings{.token = "0123456789abcdef", .public_reading = true};
  for (const Header& wrong : {Header{"Authorization", "Bearer guess"}, Header{"Authorization", "Basic guess"},
                              Header{"Sec-WebSocket-Protocol", "spectrum.v1, bearer.guess"}})
    EXPECT_EQ(caller_of(head_with({wrong}), settings).role, Role::Listener) << wrong.second;
}

TEST(IsGuess, HoldsForWebSocketsOnlyWhichShowWhatATokenAllows) {
  const Route socket{.method = "GET", .path = "/ws", .is_websocket = true, .answer = nullptr};
  const Route status{.method = "GET", .path = "/api/v1/status", .answer = nullptr};
  const ServerSettings settings{.token = "0123456789abcdef", .public_reading = true};
  const auto guesses = [&](const Route& route, const std::string& token) {
    return is_guess(head_with({{"Authorization", "Bearer " + token}}), route, settings);
  };
  EXPECT_TRUE(guesses(socket, "wrong"));
  EXPECT_FALSE(guesses(socket, "0123456789abcdef"));
  EXPECT_FALSE(guesses(status, "wrong"));
}

const Route kTuningChange{.method = "PATCH", .path = "/api/v1/tuning", .cost = Cost::Blocking, .answer = nullptr};

int change_status(std::vector<Header> headers, const ServerSettings& settings) {
  RequestHead head = head_with(std::move(headers));
  head.method = "PATCH";
  return status_of([&] { check_all(head, kTuningChange, settings, settings); });
}

TEST(CheckAll, LetsNoFormChangeAnything) {
  EXPECT_EQ(change_status({{"Host", "localhost"}, {"Content-Type", "application/json"}}, {}), 200);
  EXPECT_EQ(change_status({{"Host", "localhost"}, {"Content-Type", "text/plain"}}, {}), 415);
  EXPECT_EQ(change_status(
                {{"Host", "localhost"}, {"Content-Type", "application/json"}, {"Origin", "http://evil.example"}}, {}),
            403);
}

TEST(CheckAll, AsksForTheTokenOfChangesEvenWhereReadingIsPublic) {
  const ServerSettings settings{.token = "0123456789abcdef", .public_reading = true};
  const Header type{"Content-Type", "application/json"};
  EXPECT_EQ(change_status({type}, settings), 401);
  EXPECT_EQ(change_status({type, {"Authorization", "Bearer wrong"}}, settings), 401);
  EXPECT_EQ(change_status({type, {"Authorization", "Bearer 0123456789abcdef"}}, settings), 200);
}

TEST(CheckForm, RefusesWhatProxiesReadDifferently) {
  const auto status = [](std::vector<Header> headers) {
    return status_of([&] { check_form(head_with(std::move(headers))); });
  };
  const Header host{"Host", "localhost"};
  EXPECT_EQ(status({host}), 200);
  EXPECT_EQ(status({}), 400);
  EXPECT_EQ(status({host, host}), 400);
  EXPECT_EQ(status({host, {"Content-Length", "1"}, {"content-length", "1"}}), 400);
  EXPECT_EQ(status({host, {"Content-Length", "1"}, {"Transfer-Encoding", "chunked"}}), 400);
  EXPECT_EQ(status({host, {"Transfer-Encoding", "chunked"}}), 411);
  EXPECT_EQ(status({host, {"Origin", "http://localhost"}, {"Origin", "http://evil.example"}}), 400);
}

TEST(OfferedToken, StandsAmongTheSubprotocols) {
  const auto offered = [](const std::string& list) {
    return std::string(offered_token(head_with({{"Sec-WebSocket-Protocol", list}})).value_or("none"));
  };
  EXPECT_EQ(offered_token(head_with({})), std::nullopt);
  EXPECT_EQ(offered("spectrum.v1"), "none");
  EXPECT_EQ(offered("spectrum.v1, bearer.secret~1"), "secret~1");
  EXPECT_EQ(offered("bearer."), "");
}

}  // namespace
}  // namespace spectrumd

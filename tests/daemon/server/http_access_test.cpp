// SPDX-License-Identifier: MIT
#include <unistd.h>

#include <array>

#include "tests/daemon/server/http_world.h"

namespace spectrumd {
namespace {

using namespace std::chrono_literals;

Lines operator+(Lines some, const Lines& more) {
  some.insert(some.end(), more.begin(), more.end());
  return some;
}

using Open = HttpWorld;

TEST_F(Open, RefusesHostsThatAreNotOurs) {
  for (const char* target : {"/", "/api/v1/status", "/ws", "/metrics"}) {
    const auto answer = client().ask(fmt::format("GET {} HTTP/1.1\r\nHost: evil.example\r\n\r\n", target));
    EXPECT_EQ(answer.status, 421) << target;
    EXPECT_EQ(answer.error_code(), "unknown_host") << target;
  }
  EXPECT_EQ(client().ask("GET /api/v1/status HTTP/1.0\r\n\r\n").status, 200) << "HTTP/1.0 has no Host";
  EXPECT_EQ(client().ask("GET /api/v1/status HTTP/1.1\r\n\r\n").status, 400);
}

TEST_F(Open, ShowsABrowserWhatToDoAboutItsHost) {
  const auto ask = [this](std::string_view host, std::string_view accept) {
    return client().ask(fmt::format("GET / HTTP/1.1\r\nHost: {}\r\nAccept: {}\r\n\r\n", host, accept));
  };
  const auto page = ask("pi.example:8088", "text/html,application/xhtml+xml;q=0.9,*/*;q=0.8");
  EXPECT_EQ(page.status, 421);
  EXPECT_EQ(page.header("Content-Type"), "text/html; charset=utf-8");
  EXPECT_EQ(page.header("Content-Security-Policy"), "default-src 'none'; frame-ancestors 'none'");
  EXPECT_NE(page.body.find("server.hosts"), std::string::npos);
  EXPECT_NE(page.body.find("--hosts pi.example<"), std::string::npos) << page.body;
  EXPECT_EQ(ask("<script>alert(1)</script>", "text/html").body.find("<script"), std::string::npos);
  EXPECT_EQ(ask("pi.example", "application/json").error_code(), "unknown_host");
  EXPECT_EQ(ask("pi.example", "*/*").error_code(), "unknown_host") << "curl";
}

TEST_F(Open, AnswersToTheNameOfItsMachine) {
  std::array<char, 256> name{};
  ASSERT_EQ(gethostname(name.data(), name.size() - 1), 0);
  for (const std::string_view domain : {"", ".local"})
    EXPECT_EQ(client().ask(fmt::format("GET / HTTP/1.1\r\nHost: {}{}:8088\r\n\r\n", name.data(), domain)).status, 200);
}

TEST_F(Open, RefusesChangesAndWebSocketsOfForeignPages) {
  const Lines as_json{"Content-Type: application/json"};
  EXPECT_EQ(patch("{}", as_json + Lines{"Origin: http://evil.example"}).status, 403);
  EXPECT_EQ(patch("{}", as_json + Lines{"Origin: null"}).status, 403);
  EXPECT_EQ(patch("{}", as_json + Lines{"Origin: http://localhost"}).status, 200);
  EXPECT_EQ(get("/ws", kHandshake + Lines{"Origin: http://evil.example"}).status, 403);
  EXPECT_EQ(get("/ws", kHandshake + Lines{"Origin: http://localhost"}).status, 101);
  const auto read = get("/api/v1/status", {"Origin: http://evil.example"});
  EXPECT_EQ(read.status, 200);
  EXPECT_EQ(read.header("Access-Control-Allow-Origin"), "") << "so that a browser keeps it from that page";
}

TEST_F(Open, RefusesForeignPagesWhatCostsMuch) {
  for (const char* target : {"/api/v1/backends", "/api/v1/history", "/api/v1/recordings", "/api/v1/events",
                             "/api/v1/peaks", "/api/v1/spectrum", "/api/v1/openapi.json"}) {
    for (const char* line : {"Sec-Fetch-Site: cross-site", "Origin: http://evil.example"}) {
      const auto refused = get(target, {line});
      EXPECT_EQ(refused.status, 403) << target << ", " << line;
      EXPECT_EQ(refused.error_code(), "foreign_origin") << target << ", " << line;
    }
  }
  for (const char* site : {"same-origin", "same-site", "none"})
    EXPECT_EQ(get("/api/v1/history", {std::string("Sec-Fetch-Site: ") + site}).status, 200) << site;
  EXPECT_EQ(get("/api/v1/history").status, 200) << "programs send neither header";
  EXPECT_EQ(get("/api/v1/status", {"Sec-Fetch-Site: cross-site"}).status, 200);
  EXPECT_EQ(get("/", {"Sec-Fetch-Site: cross-site"}).status, 200) << "a link to the page";
}

TEST_F(Open, TakesChangesAsJsonOnly) {
  EXPECT_EQ(patch("{}", {}).status, 415);
  EXPECT_EQ(patch("{}", {"Content-Type: text/plain"}).error_code(), "unsupported_media_type");
}

TEST_F(Open, SaysHowAWebSocketIsOpened) {
  const auto plain = get("/ws");
  EXPECT_EQ(plain.status, 426);
  EXPECT_EQ(plain.header("Upgrade"), "websocket");
  EXPECT_EQ(plain.header("Sec-WebSocket-Version"), "13");
  EXPECT_EQ(get("/ws", {"Upgrade: websocket", "Connection: Upgrade", "Sec-WebSocket-Version: 13"}).status, 400);
  EXPECT_EQ(client().ask(request_text("HEAD", "/ws", kHandshake)).status, 426);
}

struct Guarded : HttpWorld {
  static Settings settings(bool public_reading = false) {
    Settings settings = small_radio_settings();
    settings.server.token = "0123456789abcdef";
    settings.server.public_reading = public_reading;
    settings.server.origins = {"https://example.org"};
    return settings;
  }
  explicit Guarded(bool public_reading = false) : HttpWorld(settings(public_reading)) {}
};
TEST_F(Guarded, AsksForTheTokenEverywhereButAtThePage) {
  for (const char* target :
       {"/api/v1/status", "/api/v1/config", "/api/v1/events", "/metrics", "/api/v1/openapi.json", "/ws"}) {
    const auto answer = get(target);
    EXPECT_EQ(answer.status, 401) << target;
    EXPECT_EQ(answer.error_code(), "token_needed") << target;
    EXPECT_EQ(answer.header("WWW-Authenticate"), "Bearer realm=\"spectrumd\"") << target;
  }
  EXPECT_EQ(get("/").status, 200);
  EXPECT_EQ(get("/api/v1/status", kToken).status, 200);
  EXPECT_EQ(get("/api/v1/status?token=0123456789abcdef").status, 401) << "not in the URL, which is logged";
}

TEST_F(Guarded, NeverShowsTheToken) {
  for (const char* target : {"/api/v1/status", "/api/v1/config", "/api/v1/openapi.json", "/metrics"})
    EXPECT_EQ(get(target, kToken).body.find("0123456789abcdef"), std::string::npos) << target;
}

TEST_F(Guarded, TakesTheTokenOfAWebSocketAmongItsSubprotocols) {
  EXPECT_EQ(get("/ws", kHandshake).status, 401);
  EXPECT_EQ(get("/ws", kHandshake + Lines{"Sec-WebSocket-Protocol: spectrum.v1, bearer.wrong"}).status, 401);
  const auto open = get("/ws", kHandshake + Lines{"Sec-WebSocket-Protocol: spectrum.v1, bearer.0123456789abcdef"});
  EXPECT_EQ(open.status, 101);
  EXPECT_EQ(open.header("Sec-WebSocket-Protocol"), "spectrum.v1");
}

TEST_F(Guarded, AnswersGuessesLateAndOthersAtOnce) {
  const Lines guess{"Authorization: Bearer guess"};
  for (int i = 0; i < 5; ++i) EXPECT_EQ(get("/api/v1/status", guess).error_code(), "wrong_token");
  HttpClient guesser = client();
  const auto start = std::chrono::steady_clock::now();
  guesser.send(request_text("GET", "/api/v1/status", guess));
  EXPECT_EQ(get("/api/v1/status", kToken).status, 200);
  EXPECT_LT(std::chrono::steady_clock::now() - start, 500ms) << "a good client from the same address does not wait";
  EXPECT_EQ(guesser.read().status, 401);
  EXPECT_GE(std::chrono::steady_clock::now() - start, 1s);
  EXPECT_LT(std::chrono::steady_clock::now() - start, 2s);
}

TEST_F(Guarded, CountsGuessesThatExpectAnAnswerBeforeTheirBody) {
  const Lines guess{"Authorization: Bearer guess", "Expect: 100-continue"};
  for (int i = 0; i < 5; ++i) EXPECT_EQ(get("/api/v1/status", guess).error_code(), "wrong_token");
  const auto start = std::chrono::steady_clock::now();
  EXPECT_EQ(get("/api/v1/status", guess).status, 401);
  EXPECT_GE(std::chrono::steady_clock::now() - start, 1s);
}

TEST_F(Guarded, LetsTheListedPagesRead) {
  const auto answer = get("/api/v1/status", kToken + Lines{"Origin: https://example.org"});
  EXPECT_EQ(answer.header("Access-Control-Allow-Origin"), "https://example.org");
  EXPECT_EQ(answer.header("Vary").find("Origin") != std::string::npos, true);
  EXPECT_EQ(get("/api/v1/history", kToken + Lines{"Origin: https://example.org", "Sec-Fetch-Site: cross-site"}).status,
            200);
  const auto preflight = client().ask(request_text("OPTIONS", "/api/v1/tuning", {"Origin: https://example.org"}));
  EXPECT_EQ(preflight.status, 204);
  EXPECT_EQ(preflight.header("Access-Control-Allow-Methods"), "GET, PATCH, POST, DELETE");
  EXPECT_EQ(get("/api/v1/status", kToken + Lines{"Origin: https://evil.example"}).header("Access-Control-Allow-Origin"),
            "");
}

struct Published : Guarded {
  Published() : Guarded(true) {}
};

TEST_F(Published, ReadsAndChangesByAnyNameOnlyWithTheToken) {
  const auto status = [this](std::string_view method, std::string_view target, std::string_view more) {
    return client().ask(fmt::format("{} {} HTTP/1.1\r\nHost: evil.example\r\n{}\r\n", method, target, more)).status;
  };
  EXPECT_EQ(status("GET", "/api/v1/status", ""), 421);
  EXPECT_EQ(status("GET", "/", ""), 421);
  constexpr std::string_view kJson = "Content-Type: application/json\r\nContent-Length: 2\r\n";
  EXPECT_EQ(status("PATCH", "/api/v1/tuning", fmt::format("{}\r\n{{}}", kJson)), 401);
}

TEST_F(Guarded, AnswersToAnyNameAsItNeedsTheToken) {
  const auto status = [this](std::string_view target, std::string_view more) {
    return client().ask(fmt::format("GET {} HTTP/1.1\r\nHost: proxy.example\r\n{}\r\n", target, more)).status;
  };
  EXPECT_EQ(status("/", ""), 200);
  EXPECT_EQ(status("/api/v1/status", ""), 401);
  EXPECT_EQ(status("/api/v1/status", "Authorization: Bearer 0123456789abcdef\r\n"), 200);
}

TEST_F(Published, AllowsReadingButNoChangesWithoutAToken) {
  EXPECT_EQ(get("/api/v1/status").status, 200);
  EXPECT_EQ(get("/ws", kHandshake).status, 101);
  EXPECT_EQ(patch("{}").status, 401);
  EXPECT_EQ(patch("{}", Lines{"Content-Type: application/json"} + kToken).status, 200);
}

TEST_F(Published, AWrongTokenLocksNoVisitorOut) {
  const Lines wrong{"Authorization: Bearer wrong"};
  const Lines offer{"Sec-WebSocket-Protocol: spectrum.v1, bearer.wrong"};
  for (int i = 0; i < 7; ++i) {  // also when guesses have to wait
    EXPECT_EQ(patch("{}", Lines{"Content-Type: application/json"} + wrong).error_code(), "wrong_token");
    EXPECT_EQ(get("/api/v1/status", wrong).status, 200);
  }
  EXPECT_EQ(get("/ws", kHandshake + offer).status, 101);
}

}  // namespace
}  // namespace spectrumd

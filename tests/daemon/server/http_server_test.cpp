// SPDX-License-Identifier: MIT
#include "daemon/server/http_server.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <thread>

#include "daemon/config/json_text.h"
#include "daemon/server/endpoints/openapi.h"
#include "tests/daemon/server/gunzip.h"
#include "tests/daemon/server/http_world.h"
#include "tests/daemon/server/json_schema.h"
#include "tests/daemon/server/websocket_test_client.h"

namespace spectrumd {
namespace {

using namespace std::chrono_literals;
using nlohmann::json;

const json& known_schemas() {
  static const json parsed = json::parse(to_text(schemas()));
  return parsed;
}

std::string wrong_with(const HttpAnswer& answer, const std::string& schema) {
  return SchemaCheck(known_schemas()).check(answer.json(), schema);
}

class Http : public HttpWorld {
 protected:
  void push_rows(std::uint64_t count, std::size_t bins = 1024) {
    for (std::uint64_t i = 1; i <= count; ++i) push(row_now(i, bins, bins / 4, (count - i) * 50ms));
  }
};

// There is neither a history on disk nor a watch here; e2e/openapi.test.mjs has both.
bool needs_disk(std::string_view path) {
  constexpr std::array<std::string_view, 7> kPaths{"/api/v1/history/tiles", "/api/v1/days",      "/api/v1/rules",
                                                   "/api/v1/events/log",    "/api/v1/occupancy", "/api/v1/floor",
                                                   "/api/v1/baseline"};
  return std::ranges::count(kPaths, path) > 0;
}

TEST_F(Http, AnswersEveryJsonRouteAsItsSchemaSays) {
  push_rows(3);
  for (const Route& route : routes()) {
    if (route.answer_schema.empty() || route.is_change() || needs_disk(route.path)) continue;
    const HttpAnswer answer = get(route.path);
    EXPECT_EQ(answer.status, 200) << route.path << ": " << answer.body;
    EXPECT_EQ(answer.header("Content-Type"), "application/json") << route.path;
    EXPECT_EQ(answer.header("Cache-Control"), "no-store") << route.path;
    EXPECT_EQ(wrong_with(answer, std::string(route.answer_schema)), "") << route.path;
  }
  EXPECT_EQ(wrong_with(patch("{}"), "Tuning"), "");
}

TEST_F(Http, SaysInEveryAnswerWhatBrowsersMayDoWithIt) {
  for (const char* target : {"/api/v1/status", "/metrics", "/no/such/thing", "/"}) {
    const HttpAnswer answer = get(target);
    EXPECT_EQ(answer.header("X-Content-Type-Options"), "nosniff") << target;
    EXPECT_EQ(answer.header("Referrer-Policy"), "no-referrer") << target;
    EXPECT_NE(answer.header("Content-Security-Policy").find("frame-ancestors 'none'"), std::string::npos) << target;
    EXPECT_EQ(answer.header("Content-Security-Policy").find("unsafe"), std::string::npos) << target;
    EXPECT_EQ(answer.header("Access-Control-Allow-Origin"), "") << target;
  }
}

TEST_F(Http, CountsSamplesSoThatTheyAddUp) {
  for (int i = 0; i < 20; ++i) {
    const json samples = get("/api/v1/status").json()["samples"];
    EXPECT_EQ(samples["received"], samples["processed"].get<std::uint64_t>() + samples["dropped"].get<std::uint64_t>() +
                                       samples["discarded"].get<std::uint64_t>());
    std::this_thread::sleep_for(5ms);
  }
}

TEST_F(Http, ShowsTheLatestRow) {
  push_rows(3);
  const json row = get("/api/v1/spectrum?bins=65536").json();
  EXPECT_EQ(row["sequence"], 3);
  EXPECT_EQ(row["center_hz"], 100'000'000);
  EXPECT_EQ(row["span_hz"], 2'400'000);
  EXPECT_EQ(row["bin_hz"], 2343.75);
  EXPECT_EQ(row["unit"], "dBFS");
  EXPECT_EQ(row["levels"].size(), 1024U);
  EXPECT_EQ(row["levels"][256], -20.0);
  EXPECT_EQ(row["levels"][255], -70.0);
}

TEST_F(Http, PoolsAndCutsAsAsked) {
  push_rows(1);
  const json pooled = get("/api/v1/spectrum?bins=16&detector=max").json();
  EXPECT_EQ(pooled["levels"].size(), 16U);
  EXPECT_EQ(pooled["levels"][4], -20.0) << "a thin carrier survives";
  EXPECT_EQ(pooled["detector"], "max");
  const json cut = get("/api/v1/spectrum?from=99.4M&to=99.40234375M").json();
  EXPECT_EQ(cut["levels"], json::array({-20.0}));
  EXPECT_EQ(cut["center_hz"], 99'401'171.875);
}

TEST_F(Http, SaysThatThereAreNoRowsYet) {
  for (const char* target : {"/api/v1/spectrum", "/api/v1/peaks"}) {
    const HttpAnswer answer = get(target);
    EXPECT_EQ(answer.status, 503) << target;
    EXPECT_EQ(answer.error_code(), "no_rows_yet") << target;
    EXPECT_EQ(answer.header("Retry-After"), "1") << target;
  }
  EXPECT_EQ(get("/api/v1/history").json()["rows"], json::array());
}

TEST_F(Http, RefusesWhatLiesOutsideOfTheBand) {
  push_rows(1);
  EXPECT_EQ(get("/api/v1/spectrum?from=200M&to=201M").error_code(), "outside_span");
  EXPECT_EQ(get("/api/v1/spectrum?from=100M&to=99M").error_code(), "out_of_range");
}

TEST_F(Http, FindsCarriersInTheLastSecond) {
  push_rows(5);
  const json peaks = get("/api/v1/peaks").json();
  EXPECT_EQ(peaks["floor_db"], -70.0);
  ASSERT_EQ(peaks["peaks"].size(), 1U);
  EXPECT_NEAR(peaks["peaks"][0]["frequency_hz"].get<double>(), 99.4e6, 1);
  EXPECT_NEAR(peaks["peaks"][0]["snr_db"].get<double>(), 50, 3);
  EXPECT_EQ(get("/api/v1/peaks?from=100M").json()["peaks"], json::array());
  EXPECT_EQ(get("/api/v1/peaks?min_snr=60").json()["peaks"], json::array());
}

TEST_F(Http, GivesTheHistoryAsJson) {
  push_rows(30);
  const HttpAnswer answer = get("/api/v1/history?since=-60&rows=10&bins=64");
  EXPECT_EQ(answer.header("Transfer-Encoding"), "chunked");
  const json history = answer.json();
  ASSERT_LE(history["rows"].size(), 10U);
  ASSERT_GE(history["rows"].size(), 1U);
  EXPECT_EQ(history["rows"].back()["sequence"], 30);
  EXPECT_EQ(history["rows"].back()["levels"].size(), 64U);
  EXPECT_EQ(history["rows"].back()["flags"].back(), "history");
  EXPECT_EQ(get("/api/v1/history?since=-60&until=-30").json()["rows"], json::array());
}

TEST_F(Http, GivesTheHistoryAsBinaryRows) {
  push_rows(3);
  const HttpAnswer answer =
      get("/api/v1/history?bins=64&detectors=mean,max&bytes=2", {"Accept: application/octet-stream"});
  EXPECT_EQ(answer.header("Content-Type"), "application/octet-stream");
  EXPECT_EQ(answer.header("Vary"), "Accept, Accept-Encoding");
  constexpr std::size_t kRow = 64 + 2 * 64 * 2;
  ASSERT_EQ(answer.body.size(), 3 * kRow);
  for (std::size_t row = 0; row < 3; ++row) EXPECT_EQ(answer.body.substr(row * kRow, 4), "SPR1");
  EXPECT_EQ(answer.body[2 * kRow + 8], 3) << "the sequence of the last";
  EXPECT_EQ(answer.body[6] & 32, 32) << "flagged as history";
}

TEST_F(Http, BoundsWhatTheHistoryGivesAtOnce) {
  EXPECT_EQ(get("/api/v1/history?rows=2000").status, 200);
  EXPECT_EQ(get("/api/v1/history?rows=2000&bins=65536").error_code(), "out_of_range");
  EXPECT_EQ(get("/api/v1/history?rows=2000&detectors=mean,max", {"Accept: application/octet-stream"}).status, 400);
  EXPECT_EQ(get("/api/v1/history?since=-10&until=-20").error_code(), "out_of_range");
}

TEST_F(Http, PacksForClientsThatAcceptIt) {
  push_rows(3);
  const Lines gzip{"Accept-Encoding: gzip"};
  const HttpAnswer row = get("/api/v1/spectrum", gzip);
  EXPECT_EQ(row.header("Content-Encoding"), "gzip");
  EXPECT_EQ(json::parse(gunzip(row.body))["levels"].size(), 1024U);
  const HttpAnswer history = get("/api/v1/history", gzip);
  EXPECT_EQ(history.header("Content-Encoding"), "gzip");
  EXPECT_EQ(json::parse(gunzip(history.body))["rows"].size(), 3U);
  EXPECT_EQ(get("/api/v1/spectrum").header("Content-Encoding"), "");
}

TEST_F(Http, AnswersHeadLikeGetWithoutABody) {
  push_rows(1);
  for (const char* target : {"/", "/api/v1/status", "/api/v1/spectrum", "/metrics", "/nothing"}) {
    HttpClient client = this->client();
    const HttpAnswer head = client.ask(request_text("HEAD", target));
    EXPECT_EQ(head.status, target == std::string("/nothing") ? 404 : 200) << target;
    EXPECT_NE(head.header("Content-Type"), "") << target;
    EXPECT_EQ(client.ask(request_text("GET", "/api/v1/tuning")).status, 200) << "a body came after HEAD " << target;
  }
  EXPECT_EQ(client().ask(request_text("HEAD", "/")).header("Content-Length"), get("/").header("Content-Length"));
}

TEST_F(Http, AnswersHeadOfWhatHasNoLengthAndCloses) {
  push_rows(1);
  for (const char* target : {"/api/v1/history", "/api/v1/events"}) {
    HttpClient client = this->client();
    EXPECT_EQ(client.ask(request_text("HEAD", target)).status, 200) << target;
    EXPECT_EQ(client.read(true, 2s).status, 0) << "a body came after HEAD " << target;
    EXPECT_TRUE(client.is_closed(1s)) << target;
  }
}

TEST_F(Http, SaysWhichMethodsAPathHas) {
  const HttpAnswer answer = client().ask(request_text("DELETE", "/api/v1/tuning"));
  EXPECT_EQ(answer.status, 405);
  EXPECT_EQ(answer.header("Allow"), "GET, HEAD, PATCH");
  EXPECT_EQ(answer.error_code(), "method_not_allowed");
  for (const char* target : {"/", "/api/v1/status", "/metrics", "/ws"}) {
    const HttpAnswer posted = client().ask(request_text("POST", target, {"Content-Type: application/json"}, "{}"));
    EXPECT_EQ(posted.status, 405) << target;
    EXPECT_EQ(posted.header("Allow"), "GET, HEAD") << target;
  }
  EXPECT_EQ(client().ask(request_text("OPTIONS", "/api/v1/tuning")).header("Allow"), "GET, HEAD, PATCH, OPTIONS");
}

TEST_F(Http, SaysWhatThereIsNot) {
  for (const char* target : {"/favicon.bmp", "/api/v2/", "/api/v1/status/", "/API/v1/status", "/../etc/passwd", "//",
                             "/%2e%2e/", "/index.html%00", "/web/index.html", "/ws/", "*"})
    EXPECT_EQ(get(target).status, 404) << target;
  EXPECT_EQ(wrong_with(get("/nothing"), "Error"), "");
}

TEST_F(Http, RefusesParametersThatItDoesNotKnow) {
  for (const Route& route : routes()) {
    if (route.is_change()) continue;
    const HttpAnswer answer = get(std::string(route.path) + "?detecter=max");
    EXPECT_EQ(answer.status, 400) << route.path;
    EXPECT_EQ(answer.json()["error"]["field"], "detecter") << route.path;
    EXPECT_EQ(wrong_with(answer, "Error"), "");
  }
}

TEST_F(Http, ServesSeveralRequestsOnAConnection) {
  HttpClient client = this->client();
  for (int i = 0; i < 5; ++i) EXPECT_EQ(client.ask(request_text("GET", "/api/v1/status")).status, 200);
  EXPECT_EQ(client.ask(request_text("GET", "/nothing")).status, 404);
  EXPECT_EQ(client.ask(request_text("PATCH", "/api/v1/tuning", {}, "{}")).status, 415);
  EXPECT_EQ(client.ask(request_text("GET", "/api/v1/status")).status, 200) << "errors do not end it";
  client.send(request_text("GET", "/api/v1/status") + request_text("GET", "/api/v1/config"));
  EXPECT_TRUE(client.read().json().contains("samples"));
  EXPECT_TRUE(client.read().json().contains("radio"));
}

TEST_F(Http, OpensAWebSocketAndGivesItToTheHub) {
  push_rows(1);
  HttpClient client = this->client();
  const HttpAnswer answer =
      client.ask(request_text("GET", "/ws",
                              {"Upgrade: websocket", "Connection: keep-alive, Upgrade", "Sec-WebSocket-Version: 13",
                               "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==", "Sec-WebSocket-Protocol: spectrum.v1"}));
  EXPECT_EQ(answer.status, 101);
  EXPECT_EQ(answer.header("Sec-WebSocket-Accept"), "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=");
  EXPECT_EQ(answer.header("Sec-WebSocket-Protocol"), "spectrum.v1");
  EXPECT_EQ(answer.header("Connection"), "Upgrade");
}

WebSocketTestClient open_websocket(std::uint16_t port, Lines lines = {}, const std::string& first_bytes = "") {
  lines.insert(lines.end(), {"Upgrade: websocket", "Connection: Upgrade", "Sec-WebSocket-Version: 13",
                             "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ=="});
  HttpClient client(port);
  client.send(request_text("GET", "/ws", lines) + first_bytes);
  // Reads byte by byte, so that nothing that comes behind the answer is lost.
  const int fd = client.release();
  std::string head;
  char byte = 0;
  while (!head.ends_with("\r\n\r\n") && recv(fd, &byte, 1, 0) == 1) head += byte;
  EXPECT_TRUE(head.starts_with("HTTP/1.1 101")) << head;
  return WebSocketTestClient(fd);
}

TEST_F(Http, ListsWhatThereIs) {
  const json listing = get("/api/v1/").json();
  EXPECT_EQ(SchemaCheck(known_schemas()).check(listing, "Listing"), "");
  EXPECT_EQ(listing["resources"].size(), routes().size());
  for (const json& resource : listing["resources"]) EXPECT_NE(resource["summary"], "") << resource;
}

TEST_F(Http, SpeaksWebSocketFromThereOn) {
  push_rows(1);
  WebSocketTestClient early = open_websocket(port(), {}, frame(kText, R"({"type":"ping","id":7})"));
  EXPECT_TRUE(early.next_message("hello"));
  EXPECT_EQ(early.next_message("pong").value()["id"], 7) << "what came with the handshake is read";
  EXPECT_TRUE(early.say({{"type", "tune"}, {"center", "101M"}}));
  EXPECT_EQ(early.next_message("tuning").value()["tuning"]["center"], 101'000'000);
  push(row_now(2, 256, 1));
  EXPECT_TRUE(early.next_of(kBinary));
}

TEST_F(Http, NotifiesAllClientsOfItsEndWithinASecond) {
  push_rows(1);
  WebSocketTestClient websocket = open_websocket(port());
  EXPECT_TRUE(websocket.next_message("hello"));
  HttpClient events = client(), idle = client(), asking = client();
  events.send(request_text("GET", "/api/v1/events?rows=1"));
  EXPECT_EQ(events.read_head().status, 200);
  EXPECT_TRUE(events.read_chunked_block());
  asking.send("GET /api/v1/sta");
  const auto start = std::chrono::steady_clock::now();
  server_.reset();
  EXPECT_LT(std::chrono::steady_clock::now() - start, 1s);
  const auto close = websocket.next_of(kClose);
  ASSERT_TRUE(close);
  EXPECT_EQ(close->close_code(), 1001U);
  while (events.read_chunked_block()) {
  }
  EXPECT_TRUE(events.is_closed(1s));
  EXPECT_TRUE(idle.is_closed(1s));
  EXPECT_TRUE(asking.is_closed(1s));
}

TEST_F(Http, SaysWhyItCannotListen) {
  Settings settings = small_radio_settings();
  settings.server.listen = fmt::format("127.0.0.1:{}", port());
  ServerContext context{receiver_, history_, events_, heartbeats_, recordings_, [&] { return settings; }};
  WebSocketHub hub(context);
  try {
    const HttpServer second(receiver_site(context, hub));
    ADD_FAILURE() << "two servers on one port";
  } catch (const ServerError& error) {
    EXPECT_EQ(std::string(error.what()), settings.server.listen +
                                             ": cannot listen: Address already in use; is another one "
                                             "running? server.listen takes another port");
  }
}

TEST_F(Http, ListensOnIpv6AsWell) {
  Settings settings = small_radio_settings();
  settings.server.listen = "[::]:0";
  ServerContext context{receiver_, history_, events_, heartbeats_, recordings_, [&] { return settings; }};
  WebSocketHub hub(context);
  try {
    const HttpServer both(receiver_site(context, hub));
    EXPECT_EQ(HttpClient(both.port()).ask(request_text("GET", "/api/v1/status")).status, 200)
        << "IPv4 on the same socket";
  } catch (const ServerError& error) {
    GTEST_SKIP() << "no IPv6 on this machine: " << error.what();
  }
}

}  // namespace
}  // namespace spectrumd

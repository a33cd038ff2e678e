// SPDX-License-Identifier: MIT
#include <algorithm>
#include <random>
#include <span>

#include "tests/daemon/server/http_world.h"

namespace spectrumd {
namespace {

using namespace std::chrono_literals;

// Requests that no client should send. Every one is answered with a 4xx, or the connection is closed, and the server
// keeps running.
class Malformed : public HttpWorld {
 protected:
  // Some are not whole, and end with their time.
  Malformed() : HttpWorld(small_radio_settings(), {.request = 500ms}) { push(row_now(1, 1024, 100)); }
  ~Malformed() override {
    for (std::size_t first = 0; first < cases_.size(); first += kAtOnce)
      check(std::span(cases_).subspan(first, std::min(kAtOnce, cases_.size() - first)));
    EXPECT_EQ(get("/api/v1/status").status, 200) << "the server is gone";
  }

  enum class Reaction { Explained, Refused, Any };  // by a JSON error; so or by closing; even taken for a good request

  void expect(Reaction reaction, const std::string& bytes, const std::string& what) {
    cases_.push_back({reaction, bytes, what});
  }
  void expect_explained(const std::string& bytes, const std::string& what) { expect(Reaction::Explained, bytes, what); }
  void expect_refused(const std::string& bytes, const std::string& what) { expect(Reaction::Refused, bytes, what); }

 private:
  struct Case {
    Reaction reaction;
    std::string bytes, what;
  };
  static constexpr std::size_t kAtOnce = 64;

  void check(std::span<const Case> cases) {
    std::vector<HttpClient> clients;
    for (const Case& item : cases) {
      clients.push_back(client());
      clients.back().send(item.bytes);
      clients.back().end_of_requests();
    }
    for (std::size_t i = 0; i < cases.size(); ++i) check(cases[i], clients[i]);
  }

  static bool is_as_expected(Reaction reaction, const HttpAnswer& answer) {
    const bool refused = answer.status >= 400 && answer.status < 500;
    if (reaction == Reaction::Explained) return refused && !answer.error_code().empty();
    if (reaction == Reaction::Refused) return refused || answer.status == 0;
    return answer.status < 500 || answer.status == 505;
  }

  static void check(const Case& item, HttpClient& client) {
    const HttpAnswer answer = client.read(item.bytes.starts_with("HEAD"), 3s);
    EXPECT_TRUE(is_as_expected(item.reaction, answer))
        << item.what << " was answered with " << answer.status << " " << answer.body.substr(0, 200);
    EXPECT_TRUE(answer.status != 0 || client.is_closed(3s)) << item.what << " hangs";
  }

  std::vector<Case> cases_;
};

std::string get_text(const std::string& target) { return request_text("GET", target); }

std::string patch_text(const std::string& body) {
  return request_text("PATCH", "/api/v1/tuning", {"Content-Type: application/json"}, body);
}

TEST_F(Malformed, RequestLines) {
  const std::string rest = "\r\nHost: localhost\r\n\r\n";
  for (const char* line : {"GET",
                           "GET ",
                           "GET /",
                           "GET  HTTP/1.1",
                           " GET / HTTP/1.1",
                           "GET /api v1/status HTTP/1.1",
                           "GET / HTTP/1.1 x",
                           "GET / HTTP/1",
                           "GET / http/1.1",
                           "GET / HTTP/a.b",
                           "GET / HTTP/11.1",
                           "GET / HTTPS/1.1",
                           "/ GET HTTP/1.1",
                           "G\x01T / HTTP/1.1",
                           "GET\t/\tHTTP/1.1",
                           "\xff\xfe\xfd",
                           "{\"center\":1}",
                           "PATCH / HTTP/1.1",
                           "CONNECT localhost:80 HTTP/1.1",
                           "TRACE / HTTP/1.1",
                           "BREW /pot HTTP/1.1",
                           "get / HTTP/1.1",
                           "GET http://evil.example/ HTTP/1.1",
                           "GET * HTTP/1.1",
                           "GET api/v1/status HTTP/1.1",
                           "GET /\x80\x81 HTTP/1.1",
                           "GET /%zz HTTP/1.1",
                           "GET /%00 HTTP/1.1",
                           "GET /api/v1/status%00 HTTP/1.1",
                           "GET /api/v1/../../etc/passwd HTTP/1.1",
                           "GET /..%2f..%2fetc/passwd HTTP/1.1"})
    expect_refused(line + rest, line);
  expect_refused(std::string(100'000, 'A') + rest, "a long method");
  expect_refused("GET /" + std::string(100'000, 'a') + " HTTP/1.1" + rest, "a long path");
  expect_refused("GET /?" + std::string(100'000, 'a') + " HTTP/1.1" + rest, "a long query");
  expect_refused("\x16\x03\x01\x02" + std::string(500, '\x01'), "TLS");
}

// libmicrohttpd itself answers this one, and with what HTTP says: 505.
TEST_F(Malformed, VersionsOfHttpThatThereAreNot) {
  for (const char* line : {"GET / HTTP/2.0", "GET / HTTP/0.9", "GET / HTTP/9.9", "PRI * HTTP/2.0"}) {
    HttpClient client = this->client();
    client.send(std::string(line) + "\r\nHost: localhost\r\n\r\n");
    EXPECT_EQ(client.read().status, 505) << line;
  }
}

TEST_F(Malformed, Headers) {
  const auto with = [](const std::string& headers) { return "GET /api/v1/status HTTP/1.1\r\n" + headers + "\r\n\r\n"; };
  for (const char* headers : {"",
                              "X: y",
                              "Host",
                              "Host\r\nHost: localhost",
                              ": localhost",
                              "Host: ",
                              "Host: a b",
                              "Host: localhost\r\nHost: localhost",
                              "Host: localhost\r\nhost: evil.example",
                              "Host: evil.example",
                              "Host: localhost:99999999",
                              "Host: [::1",
                              "Host: \xff",
                              "Host: localhost\r\nContent-Length: -1",
                              "Host: localhost\r\nContent-Length: 1x",
                              "Host: localhost\r\nContent-Length: 1, 1",
                              "Host: localhost\r\nContent-Length: 99999999999999999999",
                              "Host: localhost\r\nContent-Length: 0x10",
                              "Host: localhost\r\nContent-Length: +1",
                              "Host: localhost\r\nContent-Length: ",
                              "Host: localhost\r\nContent-Length: 0\r\nContent-Length: 0",
                              "Host: localhost\r\nTransfer-Encoding: chunked",
                              "Host: localhost\r\nTransfer-Encoding: gzip",
                              "Host: localhost\r\nTransfer-Encoding: chunked\r\nContent-Length: 5",
                              "Host: localhost\r\nTransfer-Encoding: xchunked",
                              "Host: localhost\r\nContent-Length: 70000",
                              "Host: localhost\r\nContent-Length: 9223372036854775807",
                              "Host: localhost\r\nContent-Length: 18446744073709551615"})
    expect_refused(with(headers), headers);
  std::string many = "Host: localhost";
  for (int i = 0; i < 5000; ++i) many += fmt::format("\r\nX-{}: y", i);
  expect_refused(with(many), "thousands of headers");
  expect_refused(with("Host: localhost\r\nX: " + std::string(100'000, 'x')), "a long header");
  expect_refused(with("Host: localhost\r\n" + std::string(100'000, 'x') + ": y"), "a long name of a header");
  expect_refused(with("Host: " + std::string(20'000, 'x')), "a long host");
  expect_refused("GET / HTTP/1.1\r\nHost: localhost\r\n", "a head without an end");
}

TEST_F(Malformed, Chunks) {
  const std::string head =
      "PATCH /api/v1/tuning HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nTransfer-Encoding: "
      "chunked\r\n\r\n";
  for (const std::string body : {"2\r\n{}\r\n0\r\n\r\n", "zz\r\n", "-1\r\n", "ffffffffffffffffff\r\n", "2\r\n{}xx\r\n",
                                 "2;x\r\n{}\r\n0\r\n\r\n"})
    expect_refused(head + body, body);
  expect_refused(head + "1;" + std::string(100'000, 'x'), "a long extension of a chunk");
}

TEST_F(Malformed, Parameters) {
  for (const char* value : {"",
                            "abc",
                            "nan",
                            "NaN",
                            "inf",
                            "-inf",
                            "1e999",
                            "-1e999",
                            "0x10",
                            "1e",
                            "--1",
                            "1%00",
                            "%ff%fe",
                            "1,2,3",
                            "1;2",
                            "%F0%9F%93%A1",
                            "99999999999999999999999999",
                            "null",
                            "[]",
                            "{}"}) {
    for (const char* parameter :
         {"spectrum?from=", "spectrum?to=", "spectrum?bins=", "spectrum?detector=", "history?since=", "history?until=",
          "history?rows=", "history?bytes=", "history?detectors=", "peaks?count=", "peaks?min_snr=", "events?rate=",
          "events?rows="}) {
      const std::string target = std::string("/api/v1/") + parameter + value;
      expect_explained(get_text(target), target);
    }
  }
  for (const char* target : {"spectrum?=",
                             "spectrum?bins",
                             "spectrum?bins=0",
                             "spectrum?bins=65537",
                             "spectrum?bins=1.5",
                             "spectrum?bins=-1",
                             "spectrum?from=2&to=1",
                             "spectrum?from=1&to=1",
                             "spectrum?bins=1&bins=1",
                             "spectrum?Bins=1",
                             "spectrum?from=1e13",
                             "spectrum?detector=mean&detector=max",
                             "history?rows=2001",
                             "history?rows=0",
                             "history?since=-10&until=-20",
                             "history?since=1&until=1",
                             "history?bytes=3",
                             "history?since=9999999999999",
                             "peaks?count=0",
                             "peaks?count=1001",
                             "peaks?min_snr=5",
                             "peaks?min_snr=-1",
                             "events?rate=0",
                             "events?rate=101",
                             "events?rows=2",
                             "status?x",
                             "config?secrets=1",
                             "tuning?center=1"})
    expect_explained(get_text(std::string("/api/v1/") + target), target);
}

TEST_F(Malformed, Bodies) {
  for (const std::string body : {"{",
                                 "}",
                                 "{]",
                                 "[]",
                                 "null",
                                 "1",
                                 "\"x\"",
                                 "{\"center\"}",
                                 "{\"center\":}",
                                 "{\"center\":NaN}",
                                 "{\"center\":Infinity}",
                                 "{\"center\":1e999}",
                                 "{\"center\":-1e999}",
                                 "{\"center\":null}",
                                 "{\"center\":true}",
                                 "{\"center\":[]}",
                                 "{\"center\":{}}",
                                 "{\"center\":\"\"}",
                                 "{\"center\":\"abc\"}",
                                 "{\"center\":\"nan\"}",
                                 "{\"center\":-1}",
                                 "{\"center\":1e300}",
                                 "{\"center\":\"1e9999\"}",
                                 "{\"rate\":0}",
                                 "{\"rate\":-1}",
                                 "{\"rate\":1e-300}",
                                 "{\"fft\":0}",
                                 "{\"fft\":-1}",
                                 "{\"fft\":3}",
                                 "{\"fft\":1.5}",
                                 "{\"fft\":99999999999999999999}",
                                 "{\"fft\":4194305}",
                                 "{\"fft\":65537}",
                                 "{\"fft\":\"big\"}",
                                 "{\"window\":\"\"}",
                                 "{\"window\":\"hannn\"}",
                                 "{\"window\":5}",
                                 "{\"window\":\"kaiser:nan\"}",
                                 "{\"window\":\"kaiser:-1\"}",
                                 "{\"window\":\"kaiser:1e99\"}",
                                 "{\"hop\":0}",
                                 "{\"hop\":1.01}",
                                 "{\"hop\":-0.5}",
                                 "{\"hop\":\"x\"}",
                                 "{\"averaging\":0}",
                                 "{\"averaging\":1001}",
                                 "{\"averaging\":1.5}",
                                 "{\"rows\":0}",
                                 "{\"rows\":101}",
                                 "{\"detector\":\"peak\"}",
                                 "{\"detector\":1}",
                                 "{\"remove_dc\":1}",
                                 "{\"remove_dc\":\"maybe\"}",
                                 "{\"gain\":\"loud\"}",
                                 "{\"gain\":1e9}",
                                 "{\"gain\":null}",
                                 "{\"ppm\":1e9}",
                                 "{\"ppm\":\"x\"}",
                                 "{\"centre\":1}",
                                 "{\"\":1}",
                                 "{\"source\":\"sim\"}",
                                 "{\"center\":1e8,\"center\":1e8}",
                                 "{\"center\":1e8,\"center_hz\":1e8}",
                                 "{\"center\":1e8} x",
                                 "{\"center\":1e8}{}",
                                 "\xef\xbb\xbf{",
                                 "{\"\xff\":1}",
                                 "{\"center\":\"\xff\"}",
                                 "{\"window\":\"\xc0\xaf\"}",
                                 "{\"a\\ud800\":1}"})
    expect_explained(patch_text(body), body);
  expect_explained(request_text("PATCH", "/api/v1/tuning", {"Content-Type: application/json", "Content-Length: 0"}),
                   "no body");
  expect_explained(patch_text(std::string("{\"center\":1e8}\0", 15)), "a zero behind the body");
  expect_explained(patch_text(std::string(1000, '[') + std::string(1000, ']')), "a deep body");
  std::string deep = "1";
  for (int i = 0; i < 1000; ++i) deep = "{\"a\":" + deep + "}";
  expect_explained(patch_text(deep), "deep objects");
  expect_explained(patch_text("{\"" + std::string(60'000, 'x') + "\":1}"), "a long key");
  expect_explained(patch_text("{\"window\":\"" + std::string(60'000, 'x') + "\"}"), "a long text");
  expect_explained(patch_text("{\"center\":" + std::string(60'000, '9') + "}"), "a long number");
}

TEST_F(Malformed, BytesByChance) {
  for (unsigned seed = 0; seed < 200; ++seed) {
    std::mt19937 random(seed);
    std::string bytes(random() % 600, ' ');
    for (char& byte : bytes) byte = static_cast<char>(random());
    expect_refused(bytes + "\r\n\r\n", fmt::format("seed {}", seed));
  }
}

// Good requests with a few bytes changed: whatever they are then, a request or not.
TEST_F(Malformed, GoodRequestsWithBytesChanged) {
  const std::vector<std::string> good{
      get_text("/api/v1/history?since=-60&rows=10&bins=64&detector=max"),
      patch_text(R"({"center": "100.3M", "fft": 512, "window": "hann", "gain": "auto"})"),
      request_text("GET", "/ws",
                   {"Upgrade: websocket", "Connection: Upgrade", "Sec-WebSocket-Version: 13",
                    "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ=="})};
  for (unsigned seed = 0; seed < 300; ++seed) {
    std::mt19937 random(seed);
    std::string bytes = good[seed % good.size()];
    for (unsigned i = 0; i <= seed % 4; ++i) bytes[random() % bytes.size()] = static_cast<char>(random());
    expect(Reaction::Any, bytes, fmt::format("seed {}", seed));
  }
}

using TooLong = HttpWorld;

// None may hang, whatever libmicrohttpd's memory has room for.
TEST_F(TooLong, TargetsAreRefusedWhateverTheirLength) {
  for (std::size_t size = 1000; size <= 70'000; size += 3000)
    for (const char* parameter : {"x", "a=1&", "&"}) {
      std::string query;
      while (query.size() < size) query += parameter;
      const int status = client().ask(get_text("/api/v1/status?" + query)).status;
      EXPECT_TRUE(status == 400 || status == 414) << status << " for " << size << " bytes of " << parameter;
    }
  for (const std::size_t parameters : {100U, 101U, 400U, 500U, 600U}) {
    std::string query = "a=1";
    for (std::size_t i = 1; i < parameters; ++i) query += "&a=1";
    const HttpAnswer answer = client().ask(get_text("/api/v1/status?" + query));
    EXPECT_EQ(answer.status, parameters <= 100 ? 400 : 414) << parameters;
    EXPECT_EQ(answer.error_code(), parameters <= 100 ? "unknown_parameter" : "target_too_long") << parameters;
  }
}

TEST_F(TooLong, HeadersAreRefusedWhateverTheirLength) {
  for (std::size_t count = 50; count <= 3000; count += 150) {
    Lines lines(count, "a: b");
    const int status = client().ask(request_text("GET", "/api/v1/status", lines)).status;
    EXPECT_TRUE(status == 200 || status == 431) << status << " for " << count << " headers";
  }
  for (std::size_t size = 1000; size <= 70'000; size += 3000)
    for (const char* name : {"A: ", "Cookie: a="}) {
      const int status = client().ask(request_text("GET", "/api/v1/status", {name + std::string(size, 'x')})).status;
      EXPECT_TRUE(status == 200 || status == 431) << status << " for a header of " << size;
    }
}

// What a proxy in front of the server could read differently: never is the rest taken for another request.
using Ambiguous = HttpWorld;

TEST_F(Ambiguous, BodiesAreTheEndOfTheConnection) {
  const std::string head = "PATCH /api/v1/tuning HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n";
  const std::string next = "GET /api/v1/config HTTP/1.1\r\nHost: localhost\r\n\r\n";
  for (const std::string framing :
       {"Content-Length: 2\r\nContent-Length: 3", "Content-Length: 2\r\nContent-Length: 2",
        "Content-Length: 2\r\nTransfer-Encoding : chunked", "Content-Length: 2\r\nTransfer-Encoding\t: chunked",
        "Content-Length : 2", "Content-Length: 2\r\nTransfer-Encoding:\r\n chunked",
        "Transfer-Encoding:\r\n\tchunked\r\nContent-Length: 2", "Content-Length:\r\n 2",
        "Content-Length: 2\r\nX: a\rTransfer-Encoding: chunked", "Content-Length: 2\r\n 3",
        "X: y\r\n Content-Length: 2", " Content-Length: 2", "Content-Length: 2\r\nTransfer-Encoding: chunked"}) {
    HttpClient client = this->client();
    client.send(head + framing + "\r\n\r\n{}" + next + next);
    const HttpAnswer answer = client.read();
    EXPECT_TRUE(answer.status == 400 || answer.status == 0) << answer.status << " for " << framing;
    EXPECT_EQ(client.read().status, 0) << "a second answer after " << framing;
    EXPECT_TRUE(client.is_closed(20s)) << framing;
  }
}

struct HalfARequest : HttpWorld {
  HalfARequest() : HttpWorld(small_radio_settings(), {.request = 1h}) {}
};

TEST_F(HalfARequest, IsDroppedWhenItsClientEndsThere) {
  const std::string whole = patch_text(R"({"averaging":1})");
  for (const std::size_t size : {0UL, 1UL, 5UL, 17UL, 40UL, whole.size() - 1}) {
    HttpClient half = client();
    half.send(whole.substr(0, size));
    half.end_of_requests();
    EXPECT_TRUE(half.is_closed(20s)) << size;
  }
  HttpClient all = client();
  all.send(whole);
  all.end_of_requests();
  EXPECT_EQ(all.read().status, 200);
  EXPECT_TRUE(all.is_closed(20s));
}

TEST_F(TooLong, BodiesAreRefusedWithAReason) {
  for (const std::size_t size : {65'537U, 200'000U, 1'000'000U}) {
    const HttpAnswer answer = client().ask(patch_text("{\"window\":\"" + std::string(size - 13, 'x') + "\"}"));
    EXPECT_EQ(answer.status, 413) << size;
    EXPECT_EQ(answer.error_code(), "too_large") << size;
  }
  const HttpAnswer announced = client().ask(
      request_text("PATCH", "/api/v1/tuning",
                   {"Content-Type: application/json", "Content-Length: 100000000", "Expect: 100-continue"}));
  EXPECT_EQ(announced.status, 413) << "before any of it is sent";
  EXPECT_EQ(client().ask(patch_text(std::string(20'000'000, 'x'))).status % 413, 0) << "413, or cut off";
  EXPECT_EQ(get("/api/v1/status").status, 200);
}

}  // namespace
}  // namespace spectrumd

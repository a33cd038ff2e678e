// SPDX-License-Identifier: MIT
#include "daemon/feeds/sdrangel/sdrangel_feed.h"

#include <bit>
#include <cstring>

#include "daemon/feeds/sdrangel/spectrum_message.h"
#include "tests/daemon/server/http_world.h"

namespace spectrumd {
namespace {

using namespace std::chrono_literals;

template <class Number>
Number number_in(std::string_view bytes, std::size_t at) {
  Number number{};
  std::memcpy(&number, bytes.data() + at, sizeof number);
  return number;
}

// A message as a reader takes it apart; it has no version, only its length.
struct Spectrum {
  explicit Spectrum(std::string_view bytes) {
    if (bytes.size() < 36) return;
    center_hz = number_in<std::uint64_t>(bytes, 0);
    since_ms = number_in<std::int64_t>(bytes, 8);
    sent_ms = number_in<std::uint64_t>(bytes, 16);
    const auto size = number_in<std::int32_t>(bytes, 24);
    bandwidth_hz = number_in<std::int32_t>(bytes, 28);
    flags = number_in<std::int32_t>(bytes, 32);
    EXPECT_EQ(bytes.size(), 36U + 4U * static_cast<std::size_t>(size));
    for (std::size_t at = 36; at + 4 <= bytes.size(); at += 4) values.push_back(number_in<float>(bytes, at));
  }
  std::uint64_t center_hz = 0, sent_ms = 0;
  std::int64_t since_ms = 0;
  std::int32_t bandwidth_hz = 0, flags = 0;
  std::vector<float> values;
};

Spectrum message_of(const Row& row) {
  const auto bytes = spectrum_message(row, Detector::Mean, Time(1'700'000'000'123ms), 50ms);
  return Spectrum({reinterpret_cast<const char*>(bytes->data()), bytes->size()});
}

struct Sdrangel : HttpWorld {
  WebSocketTestClient open(std::string_view path = "/") const {
    HttpClient http(feed_.port());
    EXPECT_EQ(http.ask(request_text("GET", path, kHandshake)).status, 101);
    std::string first_bytes = http.rest();
    return WebSocketTestClient(http.release(), std::move(first_bytes));
  }
  FeedStatus status() const { return context_.feeds.all().front(); }

  SdrangelFeed feed_{{.sdrangel = "127.0.0.1:0"}, context_};
};

TEST(SpectrumMessage, HasTheLevelsFromLowToHigh) {
  const Spectrum spectrum = message_of(*row_now(1, 64, 40));
  EXPECT_EQ(spectrum.center_hz, 100'000'000U);
  EXPECT_EQ(spectrum.bandwidth_hz, 2'400'000);
  EXPECT_EQ(spectrum.since_ms, 50);
  EXPECT_EQ(spectrum.sent_ms, 1'700'000'000'123U);
  EXPECT_EQ(spectrum.flags, 4) << "decibels, not one side band";
  ASSERT_EQ(spectrum.values.size(), 64U);
  EXPECT_EQ(spectrum.values[40], -20);
  EXPECT_EQ(spectrum.values[39], -70);
}

TEST(SpectrumMessage, IsNoLongerThanSdrangels) {
  const Spectrum spectrum = message_of(*row_now(1, 131072, 4 * 1000 + 1));
  ASSERT_EQ(spectrum.values.size(), 32768U);
  EXPECT_EQ(spectrum.values[1000], -20) << "a carrier survives";
}

TEST(SpectrumMessage, HasANumberWhereNothingWasReceived) {
  EXPECT_EQ(message_of(*make_row(1, std::vector<Centibel>(64, kNoLevel))).values[5], -200);
}

TEST_F(Sdrangel, SendsEveryRowToEachClientAlike) {
  WebSocketTestClient first = open(), second = open("/any/path");
  for (std::uint64_t i = 1; i <= 10; ++i) push(row_now(i, 64, 10 + i));
  for (std::size_t i = 1; i <= 10; ++i) {
    const auto message = first.next_of(kBinary);
    ASSERT_TRUE(message) << i;
    EXPECT_EQ(Spectrum(message->payload).values.at(10 + i), -20);
    EXPECT_EQ(second.next_of(kBinary)->payload, message->payload);
  }
  EXPECT_EQ(status().clients, 2U);
  EXPECT_TRUE(eventually([this] { return status().messages == 20; }));
}

TEST_F(Sdrangel, BeginsWithTheNextRow) {
  push(row_now(1, 64, 1));
  WebSocketTestClient client = open();
  push(row_now(2, 64, 2));
  EXPECT_EQ(Spectrum(client.next_of(kBinary)->payload).values.at(2), -20);
}

TEST_F(Sdrangel, IgnoresWhatClientsSay) {
  WebSocketTestClient client = open();
  client.say({{"anything", 1}});
  push(row_now(1, 64, 1));
  EXPECT_TRUE(client.next_of(kBinary));
}

TEST_F(Sdrangel, WaitsForNoClientThatDoesNotRead) {
  const WebSocketTestClient stalled = open();
  WebSocketTestClient reader = open();
  constexpr std::uint64_t kRows = 200;  // of 128 KiB: more than the buffers of a socket hold
  for (std::uint64_t i = 1; i <= kRows; ++i) {
    push(row_now(i, 32768, i));
    const auto message = reader.next_of(kBinary);
    ASSERT_TRUE(message) << i;
    EXPECT_EQ(Spectrum(message->payload).values.at(i), -20);
  }
  EXPECT_LT(status().messages, 2 * kRows) << "the other one misses some";
}

TEST_F(Sdrangel, ServesManyAtOnce) {
  std::vector<WebSocketTestClient> clients;
  for (int i = 0; i < 20; ++i) clients.push_back(open());
  push(row_now(1, 64, 7));
  for (WebSocketTestClient& client : clients) EXPECT_EQ(Spectrum(client.next_of(kBinary)->payload).values.at(7), -20);
  EXPECT_EQ(status().clients, 20U);
}

TEST_F(Sdrangel, IsClosedToPagesOfOtherOrigins) {
  Lines lines = kHandshake;
  lines.emplace_back("Origin: http://elsewhere.example");
  EXPECT_EQ(HttpClient(feed_.port()).ask(request_text("GET", "/", lines)).status, 403);
  lines = kHandshake;
  lines.emplace_back("Host: rebound.example");
  EXPECT_EQ(HttpClient(feed_.port()).ask("GET / HTTP/1.1\r\nHost: rebound.example\r\n\r\n").status, 421);
}

TEST_F(Sdrangel, AnswersWhatIsNoWebSocket) {
  EXPECT_EQ(HttpClient(feed_.port()).ask(request_text("GET", "/")).status, 426);
  EXPECT_EQ(HttpClient(feed_.port()).ask("HELO shack\r\n\r\n").status, 400);
  EXPECT_EQ(HttpClient(feed_.port()).ask("GET / HTTP/1.1\r\nX: " + std::string(20'000, 'x')).status, 431);
}

TEST_F(Sdrangel, CompressesNothing) {
  Lines lines = kHandshake;
  lines.emplace_back("Sec-WebSocket-Extensions: permessage-deflate");
  const HttpAnswer answer = HttpClient(feed_.port()).ask(request_text("GET", "/", lines));
  EXPECT_EQ(answer.status, 101);
  EXPECT_EQ(answer.header("Sec-WebSocket-Extensions"), "");
}

TEST_F(Sdrangel, SaysGoodbye) {
  auto feed = std::make_unique<SdrangelFeed>(FeedSettings{.sdrangel = "127.0.0.1:0"}, context_);
  HttpClient http(feed->port());
  ASSERT_EQ(http.ask(request_text("GET", "/", kHandshake)).status, 101);
  WebSocketTestClient client(http.release());
  feed.reset();
  EXPECT_EQ(client.next_of(kClose)->close_code(), 1001U);
}

}  // namespace
}  // namespace spectrumd

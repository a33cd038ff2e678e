// SPDX-License-Identifier: MIT
#include "daemon/feeds/kiwi/kiwi_feed.h"

#include <algorithm>
#include <cstring>

#include "tests/daemon/server/http_world.h"

namespace spectrumd {
namespace {

// A row as it is on the wire.
struct WireRow {
  explicit WireRow(const std::string& message) {
    EXPECT_EQ(message.substr(0, 4), "W/F ");
    std::uint32_t numbers[3];
    std::memcpy(numbers, message.data() + 4, sizeof numbers);
    first_bin = numbers[0];
    zoom = numbers[1] & 0xFFFF;
    compressed = (numbers[1] & 0x10000) != 0;
    sequence = numbers[2];
    levels = message.substr(16);
  }
  std::uint8_t at(std::size_t bin) const { return static_cast<std::uint8_t>(levels.at(bin)); }
  std::size_t strongest() const {
    return static_cast<std::size_t>(
        std::ranges::max_element(levels, {}, [](char c) { return static_cast<std::uint8_t>(c); }) - levels.begin());
  }
  std::uint32_t first_bin = 0, zoom = 0, sequence = 0;
  bool compressed = false;
  std::string levels;
};

// A Kiwi of the simulated radio: 250 kHz about 100 MHz.
struct KiwiServer : HttpWorld {
  WebSocketTestClient open(std::string_view path = "/1795352403/W/F") const {
    HttpClient http(feed_.port());
    EXPECT_EQ(http.ask(request_text("GET", path, kHandshake)).status, 101);
    std::string first_bytes = http.rest();
    return WebSocketTestClient(http.release(), std::move(first_bytes));
  }
  // As microkiwi_waterfall.py: all at once, without waiting.
  WebSocketTestClient recording(const std::string& zoom = "SET zoom=0 cf=125") const {
    WebSocketTestClient client = open();
    for (const std::string& text : {std::string("SET auth t=kiwi p="), zoom, std::string("SET maxdb=0 mindb=-100"),
                                    std::string("SET wf_speed=4"), std::string("SET wf_comp=0")})
      client.send(frame(kText, text));
    return client;
  }
  // The next binary message with a tag.
  static std::optional<std::string> next(WebSocketTestClient& client, std::string_view tag) {
    while (auto message = client.next_of(kBinary))
      if (message->payload.starts_with(tag)) return message->payload;
    return std::nullopt;
  }
  // Rows follow each other slowly enough for each to be due.
  RowPtr radio_row(std::uint64_t sequence, std::size_t carrier) const {
    auto row = std::make_shared<Row>(*row_now(sequence, 256, carrier));
    row->span = {250e3};
    return row;
  }
  WireRow row_after(WebSocketTestClient& client, std::uint64_t sequence, std::size_t carrier) {
    push(radio_row(sequence, carrier));
    const auto message = next(client, "W/F ");
    EXPECT_TRUE(message);
    return WireRow(message.value_or("W/F " + std::string(1036, '\0')));
  }

  KiwiFeed feed_{{.kiwi = "127.0.0.1:0"}, context_};
};

TEST(KiwiPaths, AreThoseOfRecordersAndBrowsers) {
  for (const char* path : {"/1795352403/W/F", "/kiwi/1/W/F", "/ws/kiwi/1795352403/W/F"})
    EXPECT_TRUE(is_kiwi_waterfall(path)) << path;
  for (const char* path : {"/", "/W/F", "//W/F", "/1/SND", "/1/2/W/F", "/x/W/F", "/1/W/F/"})
    EXPECT_FALSE(is_kiwi_waterfall(path)) << path;
}

TEST_F(KiwiServer, SendsBinaryMessagesWithTags) {
  WebSocketTestClient client = open();
  client.send(frame(kText, "SET auth t=kiwi p="));
  EXPECT_EQ(next(client, "MSG ").value_or("").substr(0, 13), "MSG rx_chans=");
  EXPECT_EQ(next(client, "MSG version"), "MSG version_maj=1 version_min=843 freq_offset=99875.000");
  EXPECT_EQ(next(client, "MSG center"), "MSG center_freq=125000 bandwidth=250000 adc_clk_nom=66666600");
}

TEST_F(KiwiServer, SendsRowsOfTheBand) {
  WebSocketTestClient client = recording();
  ASSERT_TRUE(next(client, "MSG wf_fps"));
  const WireRow row = row_after(client, 1, 160);
  EXPECT_EQ(row.zoom, 0U);
  EXPECT_EQ(row.first_bin, 0U);
  EXPECT_FALSE(row.compressed);
  ASSERT_EQ(row.levels.size(), 1024U);
  EXPECT_NEAR(static_cast<double>(row.strongest()), 160 * 4, 4);
  EXPECT_EQ(row.at(row.strongest()), 255 - 20);
  EXPECT_EQ(row.at(10), 255 - 70);
  EXPECT_EQ(row_after(client, 2, 100).sequence, row.sequence + 1);
}

TEST_F(KiwiServer, CompressesUntilItIsToldOtherwise) {
  WebSocketTestClient client = open();
  for (const char* text : {"SET auth t=kiwi p=", "SET zoom=0 cf=125", "SET maxdb=0 mindb=-100", "SET wf_speed=4"})
    client.send(frame(kText, text));
  ASSERT_TRUE(next(client, "MSG wf_fps"));
  const WireRow row = row_after(client, 1, 160);
  EXPECT_TRUE(row.compressed);
  EXPECT_EQ(row.levels.size(), 517U);
}

TEST_F(KiwiServer, ShowsAZoomAndNeverAMix) {
  WebSocketTestClient client = recording("SET zoom=2 cf=156.25");
  ASSERT_TRUE(next(client, "MSG wf_fps"));
  WireRow row = row_after(client, 1, 160);
  EXPECT_EQ(row.zoom, 2U);
  EXPECT_NEAR(static_cast<double>(row.strongest()), 512, 16) << "160 bins of 256 are 156.25 kHz";
  client.send(frame(kText, "SET zoom=1 cf=156.25"));
  ASSERT_TRUE(next(client, "MSG zoom=1"));
  row = row_after(client, 2, 160);
  EXPECT_EQ(row.zoom, 1U);
  EXPECT_NEAR(static_cast<double>(row.strongest()), 512, 8);
}

TEST_F(KiwiServer, DisconnectsWhenTheRadioIsTunedElsewhere) {
  WebSocketTestClient client = recording();
  ASSERT_TRUE(next(client, "MSG wf_fps"));
  receiver_.retune(Tuning{.center = {433e6}, .rate = {250e3}});
  EXPECT_EQ(client.next_of(kClose)->close_code(), 1001U) << "the band is announced once";
}

TEST_F(KiwiServer, RefusesAdministrators) {
  WebSocketTestClient client = open();
  client.send(frame(kText, "SET auth t=admin p=x"));
  EXPECT_EQ(next(client, "MSG "), "MSG badp=1");
  EXPECT_TRUE(client.next_of(kClose));
}

TEST_F(KiwiServer, HasPagesForDirectoriesAndBrowsers) {
  const HttpAnswer status = HttpClient(feed_.port()).ask(request_text("GET", "/status"));
  EXPECT_EQ(status.status, 200);
  EXPECT_NE(status.body.find("\nbands=99875000-100125000\nusers=0\nusers_max=32\n"), std::string::npos) << status.body;
  EXPECT_EQ(HttpClient(feed_.port()).ask(request_text("GET", "/VER")).json().value("maj", 0), 1);
  EXPECT_EQ(HttpClient(feed_.port()).ask(request_text("GET", "/1/SND", kHandshake)).status, 404);
}

TEST_F(KiwiServer, ServesManyAndWaitsForNone) {
  const WebSocketTestClient stalled = recording();
  std::vector<WebSocketTestClient> clients;
  for (int i = 0; i < 20; ++i) clients.push_back(recording());
  for (WebSocketTestClient& client : clients) ASSERT_TRUE(next(client, "MSG wf_fps"));
  for (std::uint64_t sequence = 1; sequence <= 5; ++sequence) {
    push(radio_row(sequence, 10 * sequence));
    for (WebSocketTestClient& client : clients) {
      const auto row = next(client, "W/F ");
      ASSERT_TRUE(row) << sequence;
      EXPECT_NEAR(static_cast<double>(WireRow(*row).strongest()), 40.0 * static_cast<double>(sequence), 4);
    }
  }
  EXPECT_EQ(context_.feeds.all().front().clients, 21U);
}

}  // namespace
}  // namespace spectrumd

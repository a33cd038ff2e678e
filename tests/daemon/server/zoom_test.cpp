// SPDX-License-Identifier: MIT
// Zoomed views of a whole server, over a radio with two carriers 2 Hz apart.
#include <algorithm>
#include <cmath>
#include <fstream>

#include "daemon/config/json_text.h"
#include "daemon/server/endpoints/openapi.h"
#include "tests/daemon/server/http_world.h"
#include "tests/daemon/server/json_schema.h"
#include "tests/daemon/server/websocket_test_client.h"
#include "tests/daemon/server/wire_row.h"
#include "tests/daemon/sources/file/temporary_folder.h"

namespace spectrumd {
namespace {

using namespace std::chrono_literals;
using nlohmann::json;

constexpr double kLower = 100.1e6, kUpper = kLower + 2;

class Zoomed : public HttpWorld {
 protected:
  explicit Zoomed(double limit = 4) : HttpWorld(settings_with(limit)) {
    radio_history_.observe([this, feed = feed_] {
      const std::scoped_lock lock(feed->mutex);
      if (feed->open) push(radio_history_.latest());
    });
    EXPECT_TRUE(eventually([this] { return history_.latest() != nullptr; }));
  }
  ~Zoomed() override {
    const std::scoped_lock lock(feed_->mutex);
    feed_->open = false;
  }

  // Tries again as a client does where a busy machine takes too long for the first fine row.
  json spectrum(const std::string& query) const {
    HttpAnswer answer;
    eventually([&] { return (answer = get("/api/v1/spectrum?" + query)).error_code() != "zoom_timeout"; });
    return answer.json();
  }

 private:
  static Settings settings_with(double limit) {
    static const TemporaryFolder folder;
    const std::string scene = folder.path("scene.json");
    std::ofstream(scene) << R"({"name": "two carriers", "noise": -110, "signals": [
      {"kind": "carrier", "frequency": 100100000, "level": -20},
      {"kind": "carrier", "frequency": 100100002, "level": -26}]})";
    Settings settings = small_radio_settings();
    settings.tuning.rate = {2.4e6};
    settings.analysis.fft = 1024;
    settings.analysis.rows = 20;
    settings.analysis.window.shape = gpufft::Window::Shape::FlatTop;
    settings.sim.scene = scene;
    settings.sim.paced = false;  // a live radio leaves samples out on a busy machine
    settings.zoom_limit = limit;
    return settings;
  }

  // The radio outlives the server.
  struct Feed {
    std::mutex mutex;
    bool open = true;
  };
  std::shared_ptr<Feed> feed_ = std::make_shared<Feed>();
};

double level_at(const json& row, double hertz) {
  const double start = row["center_hz"].get<double>() - row["span_hz"].get<double>() / 2;
  const auto bin = std::lround((hertz - start) / row["bin_hz"].get<double>() - 0.5);
  double level = -300;
  for (const long near : {bin - 1, bin, bin + 1})
    level = std::max(level, row["levels"].at(static_cast<std::size_t>(near)).get<double>());
  return level;
}

TEST_F(Zoomed, ShowsCarriersTwoHertzApart) {
  const json row = spectrum("from=100.09997M&to=100.10003M&bins=512&zoom=1");
  ASSERT_TRUE(row.contains("levels")) << row;
  EXPECT_EQ(SchemaCheck(json::parse(to_text(schemas()))).check(row, "Spectrum"), "");
  EXPECT_NEAR(level_at(row, kLower), -20, 0.1);
  EXPECT_NEAR(level_at(row, kUpper), -26, 0.1);
  EXPECT_LT(level_at(row, kLower + 1), -60);
  EXPECT_LT(level_at(row, kLower - 5), -90);
  EXPECT_LE(row["bin_hz"], 60.0 / 512 * 1.34);
  EXPECT_NEAR(row["rbw_hz"].get<double>() * row["window_seconds"].get<double>(), 3.77, 0.01) << "of a flat top";
  EXPECT_NE(std::ranges::find(row["flags"], "zoomed"), row["flags"].end());
}

TEST_F(Zoomed, IsListedAmongTheChannelsAndEndsOnlyWithItsViews) {
  ASSERT_TRUE(spectrum("from=100.09997M&to=100.10003M&bins=512&zoom=1").contains("levels"));
  const json list = get("/api/v1/channels").json();
  EXPECT_EQ(SchemaCheck(json::parse(to_text(schemas()))).check(list, "Channels"), "");
  ASSERT_EQ(list["channels"].size(), 1U);
  const json& channel = list["channels"][0];
  EXPECT_EQ(channel["use"], "zoom");
  EXPECT_NEAR(channel["center_hz"].get<double>(), kLower, 100);
  EXPECT_TRUE(channel["mode"].is_null());
  const std::string path = "/api/v1/channels/" + channel["id"].dump();
  EXPECT_EQ(client().ask(request_text("DELETE", path, {"Content-Type: application/json"})).status, 404);
  EXPECT_EQ(get("/api/v1/channels").json()["channels"].size(), 1U);
}

TEST_F(Zoomed, AnswersWithTheRowsOfTheBandWhereTheyAreFine) {
  const json row = spectrum("bins=256&zoom=1");
  EXPECT_EQ(row["span_hz"], 2400000);
  EXPECT_FALSE(row.contains("window_seconds"));
  EXPECT_EQ(get("/api/v1/spectrum?from=99M&to=101M&bins=4096&zoom=1").error_code(), "cannot_zoom");
  EXPECT_EQ(get("/api/v1/spectrum?from=145M&to=146M&bins=4096&zoom=1").error_code(), "outside_span");
}

TEST_F(Zoomed, GivesAnEventStreamFineRows) {
  for (const std::string rate : {"", "&rate=2"}) {
    HttpClient events = client();
    events.send(request_text("GET", "/api/v1/events?rows=1&from=100.09997M&to=100.10003M&bins=512" + rate));
    ASSERT_EQ(events.read_head().status, 200);
    json row;
    for (int blocks = 0; blocks < 1000 && !row.contains("window_seconds"); ++blocks) {
      const auto block = events.read_chunked_block(10s);
      ASSERT_TRUE(block) << "no fine row came";
      if (const auto data = block->find("event: row\ndata: "); data != std::string::npos)
        row = json::parse(block->substr(data + 17));
    }
    EXPECT_EQ(SchemaCheck(json::parse(to_text(schemas()))).check(row, "Spectrum"), "");
    EXPECT_NE(std::ranges::find(row["flags"], "zoomed"), row["flags"].end());
    EXPECT_NEAR(row["rbw_hz"].get<double>() * row["window_seconds"].get<double>(), 3.77, 0.01) << "of a flat top";
    EXPECT_NEAR(level_at(row, kLower), -20, 0.2);
    EXPECT_LE(row["bin_hz"], 60.0 / 512 * 1.34);
  }
}

TEST_F(Zoomed, GivesAWebSocketFineRows) {
  auto client = websocket();
  ASSERT_TRUE(client.next_message("hello"));
  client.say({{"type", "view"}, {"from", 100.0995e6}, {"to", 100.1005e6}, {"bins", 512}, {"bytes", 2}});
  const auto zoom = client.next_message("zoom");
  ASSERT_TRUE(zoom);
  EXPECT_EQ(SchemaCheck(json::parse(to_text(schemas()))).check(*zoom, "WebSocketZoom"), "");
  EXPECT_LE(zoom->at("rbw_hz"), 1000.0 / 512 * 1.34 * 3.78);
  EXPECT_GT(zoom->at("window_seconds"), 0.35);
  const auto fine_row = [&] {
    while (const auto frame = client.next_of(kBinary)) {
      WireRow row = decode_row(std::as_bytes(std::span(frame->payload)));
      if (row.flags & kRowZoomed) return row;
    }
    throw std::runtime_error("no fine row came");
  };
  const WireRow row = fine_row();
  EXPECT_LE(row.bins, 512U);
  EXPECT_GE(row.bins, 512U / 1.34);
  EXPECT_NEAR(row.center, 100.1e6, 2);
  EXPECT_NEAR(row.span, 1000, 5);
  client.say({{"type", "view"}, {"from", nullptr}, {"to", nullptr}});
  const auto none = client.next_message("zoom");
  ASSERT_TRUE(none);
  EXPECT_TRUE(none->at("rbw_hz").is_null());
  const auto whole = client.next_of(kBinary);
  ASSERT_TRUE(whole);
  EXPECT_EQ(decode_row(std::as_bytes(std::span(whole->payload))).flags & kRowZoomed, 0);
  EXPECT_TRUE(eventually([&] { return context_.channels.load().channels == 0; })) << "its channel is closed";
}

class NoZoom : public Zoomed {
 protected:
  NoZoom() : Zoomed(0) {}
};

TEST_F(NoZoom, IsRefusedBeyondTheLimit) {
  const HttpAnswer answer = get("/api/v1/spectrum?from=100.0999M&to=100.1001M&zoom=1");
  EXPECT_EQ(answer.status, 503);
  EXPECT_EQ(answer.error_code(), "zoom_limit");
  auto client = websocket();
  client.say({{"type", "view"}, {"from", 100.0995e6}, {"to", 100.1005e6}, {"bins", 512}});
  const auto zoom = client.next_message("zoom");
  ASSERT_TRUE(zoom);
  EXPECT_EQ(zoom->at("reason"), "zoomed views take 0 % of a core, and zoom.limit is 0 %");
}

}  // namespace
}  // namespace spectrumd

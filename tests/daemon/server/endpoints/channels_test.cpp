// SPDX-License-Identifier: MIT
#include <memory>

#include "daemon/config/json_text.h"
#include "daemon/server/endpoints/openapi.h"
#include "tests/daemon/server/http_world.h"
#include "tests/daemon/server/json_schema.h"
#include "tests/eventually.h"

namespace spectrumd {
namespace {

using nlohmann::json;

// A live radio leaves samples out on a busy machine.
Settings unpaced_settings() {
  Settings settings = small_radio_settings();
  settings.sim.paced = false;
  return settings;
}

class ChannelsApi : public HttpWorld {
 protected:
  ChannelsApi() : HttpWorld(unpaced_settings()) {}
  HttpAnswer send(std::string_view method, const std::string& target, const std::string& body = "") const {
    return client().ask(request_text(method, target, {"Content-Type: application/json"}, body));
  }
  json listed() const { return get("/api/v1/channels").json()["channels"]; }

  // A stream, of which the head has been read.
  HttpClient stream(const std::string& target, const std::string& type) const {
    HttpClient reader = client();
    reader.send(request_text("GET", target, {"Accept-Encoding: gzip"}));
    const HttpAnswer head = reader.read_head();
    EXPECT_EQ(head.status, 200) << target;
    EXPECT_EQ(head.header("Content-Type"), type);
    EXPECT_EQ(head.header("Content-Encoding"), "");
    EXPECT_NE(head.header("X-Channel"), "");
    return reader;
  }
  std::string schema_faults(const json& value, const std::string& name) const {
    return SchemaCheck(json::parse(to_text(schemas()))).check(value, name);
  }
  bool becomes_empty() const {
    return eventually([this] { return listed().empty(); });
  }
};

TEST_F(ChannelsApi, StreamsSamplesInEachFormat) {
  for (const auto& [format, bytes] : {std::pair("cs16", 4U), {"cf32", 8U}, {"cs8", 2U}, {"cu8", 2U}}) {
    auto reader =
        stream(std::string("/api/v1/iq?center=100.01M&rate=10k&format=") + format, "application/octet-stream");
    const std::size_t wanted = 1000 * std::size_t{bytes};
    EXPECT_EQ(reader.read_chunked_bytes(wanted).size(), wanted) << format;
  }
}

TEST_F(ChannelsApi, IsOpenAsLongAsItIsRead) {
  {
    auto reader = stream("/api/v1/iq?center=100.01M&rate=10k", "application/octet-stream");
    reader.read_chunked_bytes(4000);
    const json channels = listed();
    ASSERT_EQ(channels.size(), 1U);
    EXPECT_EQ(channels[0]["use"], "iq");
    EXPECT_EQ(channels[0]["center_hz"], 100'010'000);
    EXPECT_EQ(channels[0]["rate_hz"], 10000);
    EXPECT_EQ(channels[0]["bandwidth_hz"], 8000);
    EXPECT_EQ(channels[0]["readers"], 1);
    EXPECT_FALSE(channels[0]["kept"].get<bool>());
    EXPECT_EQ(schema_faults(get("/api/v1/channels").json(), "Channels"), "");
  }
  EXPECT_TRUE(becomes_empty());
}

TEST_F(ChannelsApi, StreamsSound) {
  auto wav = stream("/api/v1/audio?center=100.01M&mode=usb", "audio/wav");
  EXPECT_EQ(wav.read_chunked_bytes(44).substr(0, 4), "RIFF");
  EXPECT_EQ(wav.read_chunked_bytes(4800).size(), 4800U);
  auto ogg = stream("/api/v1/audio?center=100.01M&mode=am&format=opus", "audio/ogg");
  EXPECT_EQ(ogg.read_chunked_bytes(4), "OggS");
  EXPECT_EQ(ogg.read_chunked_bytes(300).size(), 300U);
  auto plain = stream("/api/v1/audio?center=100.01M&format=s16", "application/octet-stream");
  EXPECT_EQ(plain.read_chunked_bytes(4800).size(), 4800U);
}

TEST_F(ChannelsApi, KeepsAChannelUntilItIsDeleted) {
  const HttpAnswer made = send("POST", "/api/v1/channels", R"({"center": "100.02M", "mode": "am", "squelch_db": -60})");
  ASSERT_EQ(made.status, 200) << made.body;
  EXPECT_EQ(schema_faults(made.json(), "Channel"), "");
  EXPECT_EQ(made.json()["mode"], "am");
  EXPECT_EQ(made.json()["squelch_db"], -60);
  const std::string path = "/api/v1/channels/" + made.json()["id"].dump();
  auto reader = stream("/api/v1/audio?channel=" + made.json()["id"].dump(), "audio/wav");
  EXPECT_EQ(reader.read_chunked_bytes(2000).size(), 2000U);

  const HttpAnswer changed = send("PATCH", path, R"({"center": "100.03M", "low": -3000, "squelch_db": null})");
  ASSERT_EQ(changed.status, 200) << changed.body;
  EXPECT_EQ(changed.json()["center_hz"], 100'030'000);
  EXPECT_EQ(changed.json()["low_hz"], -3000);
  EXPECT_TRUE(changed.json()["squelch_db"].is_null());
  EXPECT_EQ(reader.read_chunked_bytes(4000).size(), 4000U);
  EXPECT_EQ(send("PATCH", path, R"({"mode": "usb"})").json()["low_hz"], 150) << "the edges of the mode";

  EXPECT_EQ(send("DELETE", path).status, 200);
  EXPECT_LT(reader.read_chunked_bytes(10'000'000).size(), 10'000'000U) << "its stream ends";
  EXPECT_EQ(send("DELETE", path).status, 404);
  EXPECT_EQ(send("PATCH", path, "{}").status, 404);
  EXPECT_TRUE(becomes_empty());
}

TEST_F(ChannelsApi, TakesAllOptionsOfAListener) {
  const json wanted{{"noise_squelch_db", 9},    {"agc", false},       {"gain_db", -3},
                    {"deemphasis_us", 75},      {"auto_notch", true}, {"notches_hz", {1000}},
                    {"noise_reduction_db", 12}, {"pitch_hz", 700}};
  json body = wanted;
  body["center"] = "100.02M";
  body["mode"] = "nfm";
  const HttpAnswer made = send("POST", "/api/v1/channels", body.dump());
  ASSERT_EQ(made.status, 200) << made.body;
  for (const auto& [key, value] : wanted.items()) EXPECT_EQ(made.json()[key], value) << key;
  EXPECT_TRUE(made.json()["meter"].is_null()) << "nothing is heard";
  const std::string path = "/api/v1/channels/" + made.json()["id"].dump();
  const json other = send("PATCH", path, R"({"mode": "am"})").json();
  EXPECT_TRUE(other["noise_squelch_db"].is_null()) << "only nfm has one";
  EXPECT_TRUE(other["deemphasis_us"].is_null());
  EXPECT_EQ(other["noise_reduction_db"], 12);

  auto reader = stream("/api/v1/audio?channel=" + made.json()["id"].dump(), "audio/wav");
  EXPECT_TRUE(eventually([&] { return !listed()[0]["meter"].is_null(); }));
  EXPECT_EQ(schema_faults(listed()[0], "Channel"), "");
  auto query =
      stream("/api/v1/audio?center=100.03M&mode=cw&agc=0&gain_db=10&pitch_hz=800&auto_notch=0&noise_reduction_db=3",
             "audio/wav");
  const json second = listed()[1];
  EXPECT_EQ(second["agc"], false);
  EXPECT_EQ(second["pitch_hz"], 800);
  EXPECT_EQ(second["noise_reduction_db"], 3);
}

TEST_F(ChannelsApi, EndsAStreamWhoseChannelGetsAnotherRate) {
  const HttpAnswer made = send("POST", "/api/v1/channels", R"({"center": "100.02M", "rate": 20000})");
  ASSERT_EQ(made.status, 200) << made.body;
  auto reader = stream("/api/v1/iq?channel=" + made.json()["id"].dump(), "application/octet-stream");
  EXPECT_EQ(reader.read_chunked_bytes(2000).size(), 2000U);
  const std::string path = "/api/v1/channels/" + made.json()["id"].dump();
  EXPECT_EQ(send("PATCH", path, R"({"center": "100.03M"})").status, 200);
  EXPECT_EQ(reader.read_chunked_bytes(2000).size(), 2000U);
  EXPECT_EQ(send("PATCH", path, R"({"rate": 10000})").status, 200);
  EXPECT_LT(reader.read_chunked_bytes(10'000'000).size(), 10'000'000U);
  EXPECT_EQ(listed()[0]["rate_hz"], 10000);
}

TEST_F(ChannelsApi, RefusesWhatCannotBe) {
  const auto refusal = [&](const std::string& target) {
    const HttpAnswer answer = get(target);
    EXPECT_EQ(answer.status, 400) << target << answer.body;
    return answer.json()["error"]["message"].get<std::string>();
  };
  EXPECT_EQ(refusal("/api/v1/iq"), "center: is missing");
  EXPECT_EQ(refusal("/api/v1/iq?center=145M"), "center: 145M is outside of the band received, 99875k to 100125k");
  EXPECT_EQ(refusal("/api/v1/iq?center=100M&rate=200k"), "rate: 200 to 125k are possible, half of what the radio has");
  EXPECT_EQ(refusal("/api/v1/iq?center=100M&bandwidth=48k"), "bandwidth: up to 45.6k is possible, 95 % of the rate");
  EXPECT_NE(refusal("/api/v1/audio?center=100M&mode=dmr").find("mode"), std::string::npos);
  EXPECT_NE(refusal("/api/v1/audio?center=100M&mode=usb&low=3000&high=300"), "");
  EXPECT_EQ(get("/api/v1/iq?channel=7").status, 404);
  for (const std::string body :
       {"[]", "{}", R"({"center": "here"})", R"({"center": 1e8, "gain": 3})", R"({"center": 1e8, "mode": 3})",
        R"({"center": 1e8, "mode": "am", "rate": 8000})", R"({"center": 1e8, "low": 8000})", R"({"center": 145e6})"}) {
    const HttpAnswer answer = send("POST", "/api/v1/channels", body);
    EXPECT_EQ(answer.status, 400) << body << answer.body;
    EXPECT_NE(answer.error_code(), "") << body;
  }
  EXPECT_EQ(send("PATCH", "/api/v1/channels/x", "{}").status, 404);
  EXPECT_EQ(send("PATCH", "/api/v1/channels/", "{}").status, 404);
  EXPECT_EQ(send("GET", "/api/v1/channels/1").status, 405);
  EXPECT_TRUE(listed().empty());
}

TEST_F(ChannelsApi, DropsBytesOfAClientThatDoesNotRead) {
  const auto dropped = [&] {
    const std::string page = get("/metrics").body, name = "\nspectrumd_channels_dropped_bytes_total ";
    return std::stoull(page.substr(page.find(name) + name.size()));
  };
  auto stuck = std::make_unique<HttpClient>(
      stream("/api/v1/iq?center=100.01M&rate=100k&format=cf32", "application/octet-stream"));
  auto reader = stream("/api/v1/iq?center=100.01M&rate=10k", "application/octet-stream");
  EXPECT_EQ(reader.read_chunked_bytes(4'000'000).size(), 4'000'000U) << "another client";
  for (const json& channel : listed()) EXPECT_EQ(channel["lost"], 0);
  stuck.reset();
  EXPECT_TRUE(eventually([&] { return dropped() > 0; }));
}

TEST_F(ChannelsApi, StandInTheMetrics) {
  const auto reader = stream("/api/v1/iq?center=100.01M&rate=10k", "application/octet-stream");
  EXPECT_NE(get("/metrics").body.find("\nspectrumd_channels 1\n"), std::string::npos);
}

}  // namespace
}  // namespace spectrumd

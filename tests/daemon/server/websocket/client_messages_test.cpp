// SPDX-License-Identifier: MIT
#include "daemon/server/websocket/client_messages.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

namespace spectrumd {
namespace {

RowRequest request_after(const std::string& message, const RowRequest& before = {}) {
  return std::get<ViewMessage>(parse_client_message(message, before)).request;
}

struct MessageRefusal {
  std::string code, field, text;
};
MessageRefusal refusal_of(const std::string& message) {
  try {
    parse_client_message(message, {});
  } catch (const RequestError& error) {
    return {error.code, error.field, error.what()};
  }
  return {"accepted", "", ""};
}

TEST(ClientMessages, ViewChangesWhatItNames) {
  const RowRequest before{.view = {.from = Hertz{1e6}, .to = Hertz{2e6}, .bins = 100}, .bytes_per_level = 2};
  const RowRequest after =
      request_after(R"({"type":"view","to":null,"bins":64,"rate":2.5,"detectors":["min","max"]})", before);
  EXPECT_EQ(after.view.from, Hertz{1e6});
  EXPECT_EQ(after.view.to, std::nullopt);
  EXPECT_EQ(after.view.bins, 64U);
  EXPECT_EQ(after.rate, 2.5);
  EXPECT_EQ(after.detectors, 6);
  EXPECT_EQ(after.bytes_per_level, 2);
  EXPECT_FALSE(after.pause);
}

TEST(ClientMessages, RateNullIsEveryRow) {
  EXPECT_EQ(request_after(R"({"type":"view","rate":null})", {.rate = 3}).rate, std::nullopt);
}

TEST(ClientMessages, EdgesMayBeWrittenAsPeopleDo) {
  EXPECT_EQ(request_after(R"({"type":"view","from":"433.92M"})").view.from, Hertz{433.92e6});
  EXPECT_EQ(request_after(R"({"type":"view","from":-5e5})").view.from, Hertz{-5e5}) << "of samples about 0 Hz";
}

TEST(ClientMessages, TunePassesItsKeysOn) {
  const auto tune = std::get<TuneMessage>(parse_client_message(R"({"center":1e8,"type":"tune"})", {}));
  EXPECT_EQ(*tune.patch, Json({{"center", 1e8}}));
}

TEST(ClientMessages, BadOnesNameTheField) {
  const std::vector<std::array<std::string, 3>> cases{
      {"", "bad_json", ""},
      {"[]", "bad_json", ""},
      {"\"view\"", "bad_json", ""},
      {"{}", "bad_value", "type"},
      {R"({"type":3})", "bad_value", "type"},
      {R"({"type":"vieww"})", "unknown_type", "type"},
      {R"({"type":"view","type":"tune"})", "bad_json", ""},
      {R"({"type":"view","bin":64})", "unknown_key", "bin"},
      {R"({"type":"view","bins":15})", "out_of_range", "bins"},
      {R"({"type":"view","bins":65537})", "out_of_range", "bins"},
      {R"({"type":"view","bins":16.5})", "out_of_range", "bins"},
      {R"({"type":"view","bins":[]})", "bad_value", "bins"},
      {R"({"type":"view","from":true})", "bad_value", "from"},
      {R"({"type":"view","from":-2e12})", "out_of_range", "from"},
      {R"({"type":"view","from":2e6,"to":1e6})", "bad_value", "to"},
      {R"({"type":"view","rate":0.05})", "out_of_range", "rate"},
      {R"({"type":"view","rate":101})", "out_of_range", "rate"},
      {R"({"type":"view","detectors":[]})", "bad_value", "detectors"},
      {R"({"type":"view","detectors":"mean"})", "bad_value", "detectors"},
      {R"({"type":"view","detectors":["median"]})", "bad_value", "detectors"},
      {R"({"type":"view","pool":"max"})", "bad_value", "pool"},
      {R"({"type":"view","bytes":3})", "out_of_range", "bytes"},
      {R"({"type":"view","extra":["mean"]})", "bad_value", "extra"},
      {R"({"type":"view","extra":{"detectors":["mean"]}})", "bad_value", "extra"},
      {R"({"type":"view","extra":{"detectors":[],"rate":2}})", "bad_value", "extra"},
      {R"({"type":"view","extra":{"detectors":["mean"],"rate":0}})", "bad_value", "extra"},
      {R"({"type":"view","extra":{"detectors":["mean"],"rate":2,"bins":16}})", "bad_value", "extra"},
      {R"({"type":"view","step":0.1})", "out_of_range", "step"},
      {R"({"type":"view","step":"1"})", "bad_value", "step"},
      {R"({"type":"view","recent":501})", "out_of_range", "recent"},
      {R"({"type":"view","pause":1})", "out_of_range", "pause"},
      {R"({"type":"view","partial":"yes"})", "bad_value", "partial"},
      {R"({"type":"ping","id":{}})", "bad_value", "id"},
      {R"({"type":"ping","idd":1})", "unknown_key", "idd"},
      {R"({"type":"heard"})", "bad_value", "packet"},
      {R"({"type":"heard","packet":[]})", "bad_value", "packet"},
      {R"({"type":"heard","packet":-1})", "out_of_range", "packet"},
      {R"({"type":"heard","packet":4294967296})", "out_of_range", "packet"},
      {R"({"type":"heard","packet":1,"of":2})", "unknown_key", "of"},
  };
  for (const auto& [message, code, field] : cases) {
    const MessageRefusal refusal = refusal_of(message);
    EXPECT_EQ(refusal.code, code) << message;
    EXPECT_EQ(refusal.field, field) << message;
  }
}

TEST(ClientMessages, SuggestTheKeyThatWasMeant) {
  EXPECT_NE(refusal_of(R"({"type":"view","detector":["max"]})").text.find("did you mean detectors?"),
            std::string::npos);
}

TEST(ClientMessages, ViewIsAnsweredAsInForce) {
  EXPECT_EQ(Json::parse(view_message({.view = {.from = Hertz{1e6}}}, Detector::Max)),
            Json::parse(R"({"type":"view","from":1000000,"to":null,"bins":1024,"rate":null,"detectors":["max"],
                            "pool":"peak","bytes":1,"pause":false})"));
}

TEST(ClientMessages, PoolOfTheMeanIsAsRequested) {
  const RowRequest powers = request_after(R"({"type":"view","pool":"mean"})");
  EXPECT_EQ(powers.view.mean_pool, Pool::Mean);
  EXPECT_EQ(Json::parse(view_message(powers, Detector::Mean))["pool"], "mean");
  EXPECT_EQ(request_after(R"({"type":"view","pool":"peak"})", powers).view.mean_pool, Pool::Max);
}

TEST(ClientMessages, ExtraDetectorsAreAskedForAndReportedOnlyIfInForce) {
  const RowRequest asked = request_after(R"({"type":"view","extra":{"detectors":["mean","min"],"rate":2}})");
  ASSERT_TRUE(asked.extra);
  EXPECT_EQ(asked.extra->detectors, 5);
  EXPECT_EQ(asked.extra->rate, 2);
  EXPECT_EQ(Json::parse(view_message(asked, Detector::Max))["extra"],
            Json::parse(R"({"detectors":["mean","min"],"rate":2})"));
  EXPECT_FALSE(request_after(R"({"type":"view","extra":null})", asked).extra);
  EXPECT_FALSE(Json::parse(view_message({}, Detector::Max)).contains("extra"));
}

TEST(ClientMessages, PartialRowsAreReportedOnlyIfRequested) {
  const RowRequest asked = request_after(R"({"type":"view","partial":true})");
  EXPECT_TRUE(asked.partial);
  EXPECT_EQ(Json::parse(view_message(asked, Detector::Max))["partial"], true);
  const RowRequest after = request_after(R"({"type":"view","partial":false})", asked);
  EXPECT_FALSE(after.partial);
  EXPECT_FALSE(Json::parse(view_message(after, Detector::Max)).contains("partial"));
}

TEST(ClientMessages, StepIsHalfADecibelOrOne) {
  const RowRequest coarse = request_after(R"({"type":"view","step":1})");
  EXPECT_EQ(coarse.step_db, 1);
  EXPECT_EQ(Json::parse(view_message(coarse, Detector::Max))["step"], 1);
  EXPECT_EQ(request_after(R"({"type":"view","step":0.5})", coarse).step_db, 0.5);
  EXPECT_FALSE(Json::parse(view_message({}, Detector::Max)).contains("step"));
}

TEST(ClientMessages, PongEchoesTheId) {
  const auto ping = std::get<PingMessage>(parse_client_message(R"({"type":"ping","id":"a\u00e9"})", {}));
  EXPECT_EQ(pong_message(ping, Time{}, 77),
            "{\"type\":\"pong\",\"id\":\"a\xC3\xA9\",\"time\":\"1970-01-01T00:00:00.000000Z\",\"sent_bytes\":77}");
}

}  // namespace
}  // namespace spectrumd

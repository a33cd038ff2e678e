// SPDX-License-Identifier: MIT
#include <thread>

#include "tests/daemon/server/http_world.h"

namespace spectrumd {
namespace {

using nlohmann::json;
using TuningApi = HttpWorld;

TEST_F(TuningApi, TakesAnyOfItsKeysUnderAllTheirNames) {
  const auto tuned = patch(R"({"center": "101.5M", "gain": 20, "ppm": 1.5, "fft": 512, "window": "blackman", "hop": 0.5,
                               "averaging": 2, "rows": 20, "detector": "max", "remove_dc": false})");
  EXPECT_EQ(tuned.status, 200) << tuned.body;
  const json tuning = tuned.json()["tuning"];
  EXPECT_EQ(tuning["center"], 101'500'000);
  EXPECT_EQ(tuning["gain"], 20);
  EXPECT_EQ(tuning["fft"], 512);
  EXPECT_EQ(tuning["window"], "blackman");
  EXPECT_EQ(tuning["detector"], "max");
  EXPECT_EQ(tuning["remove_dc"], false);
  const auto again = patch(R"({"center_hz": 100e6, "gain_db": "auto", "rows_per_second": 5})");
  EXPECT_EQ(again.json()["tuning"]["center"], 100'000'000) << again.body;
  EXPECT_EQ(again.json()["tuning"]["gain"], "auto");
  EXPECT_EQ(again.json()["tuning"]["rows"], 5);
  EXPECT_EQ(again.json()["tuning"]["ppm"], 1.5) << "what is left out stays";
  EXPECT_EQ(get("/api/v1/tuning").json()["tuning"], again.json()["tuning"]);
}

TEST_F(TuningApi, SaysWhoTunedLast) {
  EXPECT_TRUE(get("/api/v1/status").json()["tuned_by"].is_null());
  const json generation = patch(R"({"center": "101.5M"})").json()["generation"];
  const json tuned_by = get("/api/v1/status").json()["tuned_by"];
  EXPECT_EQ(tuned_by["via"], "http");
  EXPECT_EQ(tuned_by["by"], "127.0.0.1");
  const Event event = events_.after(0).back();
  EXPECT_EQ(event.by, (Requester{.via = "http", .address = "127.0.0.1"}));
  EXPECT_EQ(event.generation, generation);
}

struct PublicTuningApi : HttpWorld {
  PublicTuningApi() : HttpWorld(settings()) {}
  static Settings settings() {
    Settings settings = small_radio_settings();
    settings.server.token = "0123456789abcdef";
    settings.server.public_reading = true;
    return settings;
  }
};

TEST_F(PublicTuningApi, ShowsNoAddressWithoutTheToken) {
  const std::string token = "Authorization: Bearer 0123456789abcdef";
  ASSERT_EQ(patch(R"({"center": "101.5M"})", {"Content-Type: application/json", token}).status, 200);
  EXPECT_EQ(get("/api/v1/status", {token}).json()["tuned_by"]["by"], "127.0.0.1");
  const HttpAnswer read = get("/api/v1/status");
  EXPECT_EQ(read.json()["tuned_by"]["by"], "another client");
  EXPECT_EQ(read.body.find("127.0.0.1"), std::string::npos);
}

TEST_F(TuningApi, SweepsUntilACenterIsNamed) {
  EXPECT_EQ(patch(R"({"span": "99M:101M"})").json()["tuning"]["span"], "99M:101M");
  EXPECT_GE(get("/api/v1/status").json()["sweep"]["hops"], 2);
  EXPECT_EQ(patch(R"({"gain": 20})").json()["tuning"]["span"], "99M:101M");
  EXPECT_EQ(patch(R"({"center_hz": 100e6})").json()["tuning"]["span"], "none")
      << "though that is where it stood before";
  EXPECT_TRUE(get("/api/v1/status").json()["sweep"].is_null());
}

TEST_F(TuningApi, LeavesTheRadioInPlaceWhenOnlyTheConverterChanges) {
  patch(R"({"center": "139.7M"})");
  EXPECT_EQ(patch(R"({"offset": "125M"})").json()["tuning"]["center"], 14'700'000);
  EXPECT_EQ(patch(R"({"offset": "-9750 MHz"})").json()["tuning"]["center"], 9'889'700'000);
  EXPECT_EQ(patch(R"({"invert": true, "offset": "9950M"})").json()["tuning"]["center"], 9'810'300'000);
  EXPECT_EQ(patch(R"({"invert": false, "offset": 0})").json()["tuning"]["center"], 139'700'000);
  EXPECT_EQ(patch(R"({"offset": "200M"})").json()["tuning"]["center"], 139'700'000)
      << "the radio cannot stay at -60.3 MHz";
  EXPECT_EQ(patch(R"({"offset": 0, "center": "100M"})").json()["tuning"]["center"], 100'000'000);
}

TEST_F(TuningApi, MovesASpanWithTheConverter) {
  patch(R"({"span": "139M:141M"})");
  EXPECT_EQ(patch(R"({"offset": "125M"})").json()["tuning"]["span"], "14M:16M");
  EXPECT_EQ(patch(R"({"offset": "155M", "invert": true})").json()["tuning"]["span"], "14M:16M");
}

TEST_F(TuningApi, SaysWhereTheRadioIs) {
  ASSERT_EQ(patch(R"({"offset": "-9750M", "center": "9850M"})").status, 200);
  const auto source = [this] { return get("/api/v1/status").json()["source"]; };
  EXPECT_TRUE(eventually([&] { return source()["center_hz"] == 9'850'000'000; })) << source();
  EXPECT_EQ(source()["radio_center_hz"], 100'000'000);
}

TEST_F(TuningApi, IsAcceptedAsAWholeOrNotAtAll) {
  const json before = get("/api/v1/tuning").json()["tuning"];
  const auto refused = patch(R"({"center": "101M", "fft": 3})");
  EXPECT_EQ(refused.status, 400);
  EXPECT_EQ(refused.json()["error"]["code"], "out_of_range");
  EXPECT_EQ(refused.json()["error"]["field"], "fft");
  EXPECT_EQ(get("/api/v1/tuning").json()["tuning"], before);
}

TEST_F(TuningApi, SaysWhichKeyWasMeant) {
  const json error = patch(R"({"centre": 1e6})").json()["error"];
  EXPECT_EQ(error["code"], "unknown_key");
  EXPECT_EQ(error["field"], "centre");
  EXPECT_EQ(error["message"], "centre: no such key; did you mean center?");
}

TEST_F(TuningApi, RefusesAKeyUnderTwoNames) {
  EXPECT_EQ(patch(R"({"center": 1e6, "center_hz": 2e6})").error_code(), "repeated_key");
}

TEST_F(TuningApi, RefusesWhatIsNoObject) {
  for (const char* body : {"[]", "null", "1", "\"center\"", "true", "[{\"center\": 1e6}]"})
    EXPECT_EQ(patch(body).status, 400) << body;
  EXPECT_EQ(patch("{}").status, 200);
}

TEST_F(TuningApi, RefusesSettingsThatAreNoTuning) {
  for (const char* body : {R"({"source": "file:/etc/passwd"})", R"({"token": ""})", R"({"server.token": ""})",
                           R"({"listen": "0.0.0.0:1"})", R"({"scene": "/etc/passwd"})", R"({"memory": 1})"})
    EXPECT_EQ(patch(body).error_code(), "unknown_key") << body;
}

// Two who change different things at the same moment both get what they asked for.
TEST_F(TuningApi, LosesNoChangeToAnotherOne) {
  const auto many = [this](const char* key, int base) {
    for (int i = 0; i < 20; ++i) EXPECT_EQ(patch(fmt::format("{{\"{}\": {}}}", key, base + i)).status, 200);
  };
  std::thread other([&] { many("averaging", 10); });
  many("ppm", 50);
  other.join();
  const json tuning = get("/api/v1/tuning").json()["tuning"];
  EXPECT_EQ(tuning["averaging"], 29);
  EXPECT_EQ(tuning["ppm"], 69);
}

}  // namespace
}  // namespace spectrumd

// SPDX-License-Identifier: MIT
#include "daemon/config/json_text.h"
#include "daemon/server/endpoints/openapi.h"
#include "tests/daemon/server/http_world.h"
#include "tests/daemon/server/json_schema.h"

namespace spectrumd {
namespace {

class SpotsApi : public HttpWorld {
 protected:
  using HttpWorld::HttpWorld;

  HttpAnswer post(std::string_view body, Lines lines = {}) const {
    lines.push_back("Content-Type: application/json");
    return client().ask(request_text("POST", "/api/v1/spots", lines, body));
  }
  HttpAnswer remove(const std::string& query) const {
    return client().ask(request_text("DELETE", "/api/v1/spots" + query, {"Content-Type: application/json"}, "{}"));
  }
  nlohmann::json spots(const std::string& query = "") const { return get("/api/v1/spots" + query).json()["spots"]; }
};

TEST_F(SpotsApi, ArePlacedListedAndRemoved) {
  EXPECT_EQ(spots().size(), 0U);
  const auto placed =
      post(R"({"frequency":"14.0742M","label":"DL1ABC","comment":"FT8 -12 dB","source":"cluster","seconds":600})");
  ASSERT_EQ(placed.status, 200) << placed.body;
  EXPECT_EQ(placed.json()["frequency_hz"], 14'074'200);
  post(R"({"frequency":7100000,"label":"F5XYZ"})");
  ASSERT_EQ(spots().size(), 2U);
  EXPECT_EQ(spots()[0]["label"], "F5XYZ") << "lowest first";
  EXPECT_EQ(spots("?from=14M").size(), 1U);
  EXPECT_EQ(spots("?to=7M").size(), 0U);
  EXPECT_EQ(remove("?id=" + placed.json()["id"].dump()).json()["spots"].size(), 1U);
  EXPECT_EQ(remove("?id=" + placed.json()["id"].dump()).error_code(), "not_found");
}

TEST_F(SpotsApi, FollowTheirSchemas) {
  const auto placed = post(R"({"frequency":7100000,"label":"F5XYZ"})");
  const auto known = nlohmann::json::parse(to_text(schemas()));
  EXPECT_EQ(SchemaCheck(known).check(placed.json(), "Spot"), "");
  EXPECT_EQ(SchemaCheck(known).check(get("/api/v1/spots").json(), "Spots"), "");
}

TEST_F(SpotsApi, SayWhichKeyIsWrong) {
  const auto field = [this](std::string_view body) { return post(body).json()["error"]["field"]; };
  EXPECT_EQ(field(R"({"label":"F5XYZ"})"), "frequency");
  EXPECT_EQ(field(R"({"frequency":7100000})"), "label");
  EXPECT_EQ(field(R"({"frequency":7100000,"label":""})"), "label");
  EXPECT_EQ(field(R"({"frequency":7100000,"label":"a callsign of more than 32 letters"})"), "label");
  EXPECT_EQ(field(R"({"frequency":7100000,"label":"F5XYZ","seconds":0})"), "seconds");
  EXPECT_EQ(field(R"({"frequency":7100000,"label":"F5XYZ","colour":"red"})"), "colour");
  EXPECT_EQ(remove("").json()["error"]["field"], "id");
  EXPECT_EQ(spots().size(), 0U);
}

Settings guarded_settings() {
  Settings settings = small_radio_settings();
  settings.server.token = "0123456789abcdef";
  settings.server.public_reading = true;
  return settings;
}

class GuardedSpotsApi : public SpotsApi {
 protected:
  GuardedSpotsApi() : SpotsApi(guarded_settings()) {}
};

TEST_F(GuardedSpotsApi, ArePlacedOnlyWithTheToken) {
  constexpr auto kSpot = R"({"frequency":7100000,"label":"F5XYZ"})";
  EXPECT_EQ(post(kSpot).status, 401);
  EXPECT_EQ(spots().size(), 0U);
  EXPECT_EQ(post(kSpot, kToken).status, 200);
  EXPECT_EQ(spots().size(), 1U) << "everyone may read them";
}

}  // namespace
}  // namespace spectrumd

// SPDX-License-Identifier: MIT
#include "tests/daemon/server/http_world.h"

namespace spectrumd {
namespace {

using nlohmann::json;

Settings with_source(std::string_view source, const std::string& token = "") {
  Settings settings = small_radio_settings();
  settings.source = source;
  settings.server.token = token;
  settings.server.public_reading = !token.empty();
  return settings;
}

class SourcesApi : public HttpWorld {
 protected:
  explicit SourcesApi(const Settings& settings = with_source(kAutoSource)) : HttpWorld(settings) {}

  HttpAnswer patch_sources(std::string_view body) const {
    return client().ask(request_text("PATCH", "/api/v1/sources", {"Content-Type: application/json"}, body));
  }
};

class SourcesOfANamedRadio : public SourcesApi {
 protected:
  SourcesOfANamedRadio() : SourcesApi(with_source("sim")) {}
};

class SourcesWithAToken : public SourcesApi {
 protected:
  SourcesWithAToken() : SourcesApi(with_source(kAutoSource, "a-token-of-sixteen-letters")) {}
};

TEST_F(SourcesApi, SwitchesToTheDemoBandAndBack) {
  EXPECT_EQ(get("/api/v1/sources").json()["demo"], false);
  EXPECT_EQ(get("/api/v1/status").json()["source"]["demo"], false);
  const HttpAnswer shown = patch_sources(R"({"demo": true})");
  ASSERT_EQ(shown.status, 200) << shown.body;
  EXPECT_EQ(shown.json()["demo"], true);
  EXPECT_EQ(shown.json()["in_use"], "sim");
  EXPECT_EQ(get("/api/v1/status").json()["source"]["demo"], true);
  const HttpAnswer ended = patch_sources(R"({"demo": false})");
  ASSERT_EQ(ended.status, 200) << ended.body;
  EXPECT_EQ(ended.json()["demo"], false);
  EXPECT_EQ(ended.json()["in_use"], "rtlsdr");
}

TEST_F(SourcesApi, ChangesTheHardwareOfASource) {
  const json before = get("/api/v1/sources").json()["settings"];
  EXPECT_EQ(before["bias_tee"], false);
  EXPECT_EQ(before["direct_sampling"], "off");
  EXPECT_FALSE(before.contains("antenna")) << "that is of another kind of source";
  const HttpAnswer changed = patch_sources(R"({"settings": {"bias_tee": true, "bandwidth": "300 kHz"}})");
  ASSERT_EQ(changed.status, 200) << changed.body;
  EXPECT_EQ(changed.json()["settings"]["bias_tee"], true);
  EXPECT_EQ(changed.json()["settings"]["bandwidth"], 300'000);
  EXPECT_EQ(changed.json()["settings"]["agc"], false);
  EXPECT_TRUE(receiver_.settings()->rtlsdr.bias_tee);
}

TEST_F(SourcesApi, RefusesHardwareThatTheSourceDoesNotHave) {
  for (const char* body : {R"({"settings": {"antenna": "RX2"}})", R"({"settings": {"listen": "0.0.0.0:1"}})"})
    EXPECT_EQ(patch_sources(body).error_code(), "unknown_key") << body;
  const HttpAnswer refused = patch_sources(R"({"settings": {"bias_tee": true, "direct_sampling": "x"}})");
  EXPECT_EQ(refused.error_code(), "bad_value");
  EXPECT_EQ(get("/api/v1/sources").json()["settings"]["bias_tee"], false) << "all or none";
  EXPECT_EQ(patch_sources(R"({"settings": 1})").error_code(), "bad_value");
}

TEST_F(SourcesOfANamedRadio, HasNoHardwareWhereItIsSimulated) {
  EXPECT_EQ(get("/api/v1/sources").json()["settings"], json::object());
}

TEST_F(SourcesApi, RefusesWhatItDoesNotKnow) {
  for (const char* body : {"[]", "null", "{}", R"({"demo": 1})", R"({"demo": true, "source": "file:/etc/passwd"})",
                           R"({"demo": false, "settings": {}})"}) {
    const HttpAnswer refused = patch_sources(body);
    EXPECT_EQ(refused.status, 400) << body;
    EXPECT_EQ(refused.error_code(), "bad_value") << body;
  }
}

TEST_F(SourcesOfANamedRadio, KeepsIt) {
  const HttpAnswer refused = patch_sources(R"({"demo": true})");
  EXPECT_EQ(refused.status, 409);
  EXPECT_EQ(refused.json()["error"]["message"], "the demo band is for source auto; this one is sim");
}

TEST_F(SourcesWithAToken, AreChangedByThoseWhoMayTune) {
  EXPECT_EQ(get("/api/v1/sources").status, 200);
  EXPECT_EQ(patch_sources(R"({"demo": true})").status, 401);
  EXPECT_EQ(get("/api/v1/sources").json()["demo"], false);
}

}  // namespace
}  // namespace spectrumd

// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "tests/daemon/server/http_world.h"
#include "tests/daemon/sources/file/temporary_folder.h"

namespace spectrumd {
namespace {

using nlohmann::json;

Settings settings_recording_into(const std::string& folder) {
  Settings settings = small_radio_settings();
  settings.recordings.folder = folder;
  settings.recordings.disk_floor_mib = 0;
  return settings;
}

class Folder {
 protected:
  const TemporaryFolder folder_;
};

class RecordingsApi : private Folder, public HttpWorld {
 protected:
  RecordingsApi() : HttpWorld(settings_recording_into(folder_.path(""))) {}
  HttpAnswer say(std::string_view method, std::string_view target, std::string_view body = "") const {
    return client().ask(request_text(method, target, {"Content-Type: application/json"}, body));
  }
  static json body_of(const HttpAnswer& answer) { return json::parse(answer.body); }
};

TEST_F(RecordingsApi, StartsStopsListsAndDeletes) {
  const json started = body_of(say("POST", "/api/v1/recordings", R"({"description": "a test"})"));
  EXPECT_EQ(started["state"], "recording");
  EXPECT_EQ(started["rate_hz"], 250000);
  const std::string name = started["name"];
  const json stopped = body_of(say("POST", "/api/v1/recordings/stop", json{{"name", name}}.dump()));
  EXPECT_EQ(stopped["state"], "ended");
  EXPECT_EQ(stopped["reason"], "stopped");
  EXPECT_EQ(body_of(get("/api/v1/recordings"))["recordings"].size(), 1U);
  EXPECT_EQ(body_of(say("DELETE", "/api/v1/recordings?name=" + name))["recordings"].size(), 0U);
}

TEST_F(RecordingsApi, RefusesWithACode) {
  const auto refusal = [](const HttpAnswer& answer) {
    return std::to_string(answer.status) + " " + body_of(answer)["error"]["code"].get<std::string>();
  };
  EXPECT_EQ(refusal(say("POST", "/api/v1/recordings", R"({"seconds": -1})")), "400 bad_value");
  EXPECT_EQ(refusal(say("POST", "/api/v1/recordings", R"({"folder": "/etc"})")), "400 unknown_key");
  EXPECT_EQ(refusal(say("POST", "/api/v1/recordings", "[]")), "400 bad_value");
  EXPECT_EQ(refusal(say("POST", "/api/v1/recordings/stop", "{}")), "400 bad_value");
  EXPECT_EQ(refusal(say("POST", "/api/v1/recordings/stop", R"({"name": "x"})")), "404 not_found");
  EXPECT_EQ(refusal(say("DELETE", "/api/v1/recordings")), "400 bad_value");
  EXPECT_EQ(refusal(say("DELETE", "/api/v1/recordings?name=..%2Fx")), "404 not_found");
  EXPECT_EQ(say("POST", "/api/v1/recordings", "{}").status, 200);
  EXPECT_EQ(refusal(say("POST", "/api/v1/recordings", "{}")), "409 already_recording");
}

TEST_F(RecordingsApi, IsClosedToPagesFromElsewhere) {
  for (const std::string_view method : {"POST", "DELETE"})
    EXPECT_EQ(client()
                  .ask(request_text(method, "/api/v1/recordings",
                                    {"Content-Type: application/json", "Origin: http://evil.example"}, "{}"))
                  .status,
              403);
  EXPECT_EQ(client().ask(request_text("POST", "/api/v1/recordings", {"Content-Type: text/plain"}, "{}")).status, 415);
}

}  // namespace
}  // namespace spectrumd

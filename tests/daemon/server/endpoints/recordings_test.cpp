// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <algorithm>
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

class RecordingsApi : protected Folder, public HttpWorld {
 protected:
  RecordingsApi() : HttpWorld(settings_recording_into(folder_.path(""))) {}
  HttpAnswer say(std::string_view method, std::string_view target, std::string_view body = "") const {
    return client().ask(request_text(method, target, {"Content-Type: application/json"}, body));
  }
  static json body_of(const HttpAnswer& answer) { return json::parse(answer.body); }
};

TEST_F(RecordingsApi, StartsStopsListsAndDeletes) {
  const json started = body_of(say("POST", "/api/v1/recordings", R"({"description": "a test"})"));
  EXPECT_TRUE(started["state"] == "opening" || started["state"] == "recording") << started;
  EXPECT_EQ(started["rate_hz"], 250000);
  const std::string name = started["name"];
  const std::string stop = json{{"name", name}}.dump();
  json stopped = body_of(say("POST", "/api/v1/recordings/stop", stop));
  while (stopped["state"] == "stopping") stopped = body_of(say("POST", "/api/v1/recordings/stop", stop));
  EXPECT_EQ(stopped["state"], "ended");
  EXPECT_EQ(stopped["reason"], "stopped");
  EXPECT_EQ(body_of(say("POST", "/api/v1/recordings/stop", stop)), stopped);
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

TEST_F(RecordingsApi, RecordsChannelsOfEachKind) {
  const json band = body_of(say("POST", "/api/v1/recordings", R"({"seconds": 0.1, "before": 0.1})"));
  EXPECT_EQ(band["kind"], "band");
  EXPECT_FALSE(band.contains("mode"));
  const json iq = body_of(
      say("POST", "/api/v1/recordings", R"({"seconds": 0.1, "center": "100.02M", "rate": "12k", "format": "cf32"})"));
  EXPECT_EQ(iq["kind"], "iq");
  EXPECT_EQ(iq["rate_hz"], 12000);
  EXPECT_EQ(iq["format"], "cf32");
  const json sound = body_of(say("POST", "/api/v1/recordings",
                                 R"({"seconds": 0.1, "center": "100.02M", "mode": "usb", "low": 100, "high": 2400,
                                     "format": "opus", "before": 0.1, "description": "a test"})"));
  EXPECT_EQ(sound["kind"], "sound");
  EXPECT_EQ(sound["mode"], "usb");
  EXPECT_EQ(sound["format"], "opus");
  const std::string name = sound["name"];
  EXPECT_TRUE(name.ends_with("_100.02MHz_usb.opus")) << name;
  EXPECT_TRUE(eventually([&] {
    const json all = body_of(get("/api/v1/recordings"))["recordings"];
    return std::ranges::all_of(all, [](const json& each) { return each["state"] == "ended"; });
  }));
  const HttpAnswer data = get("/api/v1/recordings/data?name=" + name);
  EXPECT_EQ(data.header("Content-Type"), "audio/ogg");
  EXPECT_EQ(data.header("Content-Disposition"), "attachment; filename=\"" + name + "\"");
  EXPECT_TRUE(data.body.starts_with("OggS"));
  const HttpAnswer part = get("/api/v1/recordings/data?name=" + name, {"Range: bytes=0-3"});
  EXPECT_EQ(part.status, 206);
  EXPECT_EQ(part.body, "OggS");
  EXPECT_EQ(get("/api/v1/recordings/meta?name=" + name).status, 404);
  EXPECT_EQ(body_of(say("DELETE", "/api/v1/recordings?name=" + name))["recordings"].size(), 2U);
}

TEST_F(RecordingsApi, RecordsAnOpenChannelByItsNumber) {
  const json channel = body_of(say("POST", "/api/v1/channels", R"({"center": "100.02M", "mode": "am"})"));
  const std::string number = channel["id"].dump();
  const json sound = body_of(say("POST", "/api/v1/recordings", R"({"seconds": 0.1, "channel": )" + number + "}"));
  EXPECT_EQ(sound["mode"], "am");
  EXPECT_EQ(body_of(get("/api/v1/channels"))["channels"].size(), 1U);
}

TEST_F(RecordingsApi, RecordsOvers) {
  const json started =
      body_of(say("POST", "/api/v1/recordings",
                  R"({"seconds": 1, "center": "100.02M", "mode": "am", "squelch_db": -190, "split": true})"));
  EXPECT_EQ(started["overs"], 0);
  const std::string name = started["name"];
  EXPECT_TRUE(name.ends_with("_am")) << name;
  json all;
  ASSERT_TRUE(eventually([&] { return (all = body_of(get("/api/v1/recordings"))["recordings"]).size() == 2; }));
  const std::string over = all[0]["name"] == name ? all[1]["name"] : all[0]["name"];
  EXPECT_TRUE(over.ends_with("_am.wav")) << over;
  ASSERT_TRUE(eventually([&] { return (all = body_of(get("/api/v1/recordings"))["recordings"]).size() == 1; }));
  EXPECT_EQ(all[0]["name"], over);
  EXPECT_EQ(all[0]["state"], "ended");
  EXPECT_EQ(all[0]["mode"], "am");
}

TEST_F(RecordingsApi, RefusesWhatIsNoRecording) {
  const auto refusal = [this](const std::string& body) {
    const HttpAnswer answer = say("POST", "/api/v1/recordings", body);
    if (answer.status == 200) return std::string("accepted");
    const json error = body_of(answer)["error"];
    return std::to_string(answer.status) + " " + error["code"].get<std::string>() + " " + error.value("field", "");
  };
  EXPECT_EQ(refusal(R"({"mode": "nfm"})"), "400 bad_value center");
  EXPECT_EQ(refusal(R"({"center": "100M", "mode": "loud"})"), "400 bad_value mode");
  EXPECT_EQ(refusal(R"({"center": "100M", "colour": 1})"), "400 unknown_key colour");
  EXPECT_EQ(refusal(R"({"center": "145M"})"), "400 bad_value center");
  EXPECT_EQ(refusal(R"({"center": "100M", "format": "wav"})"), "400 bad_value format");
  EXPECT_EQ(refusal(R"({"center": "100M", "mode": "am", "format": "cs16"})"), "400 bad_value format");
  EXPECT_EQ(refusal(R"({"center": "100M", "mode": "am", "format": "s16"})"), "400 bad_value format");
  EXPECT_EQ(refusal(R"({"center": "100M", "mode": "am", "split": true})"), "400 bad_value split");
  EXPECT_EQ(refusal(R"({"center": "100M", "split": true})"), "400 bad_value split");
  EXPECT_EQ(refusal(R"({"center": "100M", "mode": "am", "shortest": 1})"), "400 bad_value shortest");
  EXPECT_EQ(refusal(R"({"center": "100M", "mode": "am", "squelch_db": -50, "split": true, "shortest": 11})"),
            "400 bad_value shortest");
  EXPECT_EQ(refusal(R"({"channel": 77})"), "404 not_found ");
  EXPECT_EQ(refusal(R"({"channel": 1, "center": "100M"})"), "400 bad_value channel");
  EXPECT_EQ(refusal(R"({"before": 2.5})"), "400 bad_value before");
  EXPECT_EQ(refusal(R"({"before": -1})"), "400 bad_value before");
  EXPECT_EQ(refusal(R"({"format": "cs16"})"), "400 bad_value format");
  EXPECT_EQ(refusal(R"({"split": true})"), "400 bad_value split");
}

TEST_F(RecordingsApi, ListsARecordingThatCannotBeRead) {
  folder_.write("x.sigmf-meta", "{");
  folder_.write("x.sigmf-data", "abc");
  const json recording = body_of(get("/api/v1/recordings"))["recordings"][0];
  EXPECT_EQ(recording["state"], "ended");
  EXPECT_NE(recording["reason"].get<std::string>().find("x.sigmf-meta"), std::string::npos);
  EXPECT_EQ(recording["bytes"], 3);
  for (const char* unknown : {"started", "seconds", "samples", "center_hz", "rate_hz", "format", "captures", "lost"})
    EXPECT_TRUE(recording[unknown].is_null()) << unknown;
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

// An existing recording of three bytes, and what is around it.
class RecordingFiles : public RecordingsApi {
 protected:
  RecordingFiles() {
    folder_.write("one.sigmf-data", "abc");
    folder_.write("one.sigmf-meta", "{}");
    folder_.write("secret", "of the machine");
  }
  HttpAnswer data(const Lines& lines = {}) const { return get("/api/v1/recordings/data?name=one", lines); }
};

TEST_F(RecordingFiles, AreDownloadedWhole) {
  const HttpAnswer answer = data();
  EXPECT_EQ(answer.status, 200);
  EXPECT_EQ(answer.body, "abc");
  EXPECT_EQ(answer.header("Content-Disposition"), "attachment; filename=\"one.sigmf-data\"");
  EXPECT_EQ(answer.header("Accept-Ranges"), "bytes");
  EXPECT_EQ(get("/api/v1/recordings/meta?name=one").body, "{}");
  const HttpAnswer head = say("HEAD", "/api/v1/recordings/data?name=one");
  EXPECT_EQ(head.header("Content-Length"), "3");
  EXPECT_EQ(head.body, "");
}

TEST_F(RecordingFiles, AreTakenHomeInPieces) {
  const auto part = [this](const std::string& range) {
    const HttpAnswer answer = data({"Range: " + range});
    return std::to_string(answer.status) + " " + answer.body + " " + answer.header("Content-Range");
  };
  EXPECT_EQ(part("bytes=1-1"), "206 b bytes 1-1/3");
  EXPECT_EQ(part("bytes=1-"), "206 bc bytes 1-2/3");
  EXPECT_EQ(part("bytes=-2"), "206 bc bytes 1-2/3");
  EXPECT_EQ(part("bytes=-9"), "206 abc bytes 0-2/3");
  EXPECT_EQ(part("bytes=2-99999999999999999999"), "200 abc ");
  EXPECT_EQ(part("bytes=2-9"), "206 c bytes 2-2/3");
  for (const char* ignored : {"bytes=0-0,2-2", "bytes=2-1", "bytes=-", "bytes=x-2", "bytes=0x1-", "lines=1-2", "bytes"})
    EXPECT_EQ(part(ignored), "200 abc ") << ignored;
  EXPECT_EQ(data({"Range: bytes=3-"}).status, 416);
  EXPECT_EQ(data({"Range: bytes=3-"}).header("Content-Range"), "bytes */3");
}

TEST_F(RecordingFiles, AreGoneOnWithOnlyIfTheyAreTheSame) {
  const std::string etag(data().header("ETag"));
  EXPECT_EQ(data({"Range: bytes=1-", "If-Range: " + etag}).status, 206);
  EXPECT_EQ(data({"Range: bytes=1-", "If-Range: \"another\""}).status, 200);
}

TEST_F(RecordingFiles, AreAllThatCanBeTaken) {
  for (const char* name : {"..%2Fone", "secret", "", "one.sigmf-data", "%2Fetc%2Fpasswd", "one%00", "two"})
    EXPECT_EQ(get(std::string("/api/v1/recordings/data?name=") + name).status, 404) << name;
  EXPECT_EQ(get("/api/v1/recordings/data").status, 400);
  std::filesystem::create_symlink(folder_.path("secret"), folder_.path("two.sigmf-data"));
  folder_.write("two.sigmf-meta", "{}");
  EXPECT_EQ(get("/api/v1/recordings/data?name=two").status, 404);
}

}  // namespace
}  // namespace spectrumd

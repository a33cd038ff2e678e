// SPDX-License-Identifier: MIT
#include "daemon/config/keys.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <set>

#include "daemon/config/key_search.h"

namespace spectrumd {
namespace {

// The value of a key after it was set; the text of the refusal if it was not.
std::string after_setting(std::string_view path, const Json& value) {
  Settings settings;
  try {
    find_key(path)->set(settings, value);
  } catch (const KeyError& error) {
    EXPECT_EQ(settings, Settings{}) << path << ": refused and yet changed";
    return std::string("refused: ") + error.what();
  }
  return find_key(path)->get(settings).dump();
}

bool takes(std::string_view path, const Json& value) { return !after_setting(path, value).starts_with("refused"); }

TEST(Keys, HaveDistinctPathsAndFlags) {
  std::set<std::string_view> seen;
  for (const Key& key : keys()) {
    EXPECT_TRUE(seen.insert(key.path).second) << key.path;
    EXPECT_TRUE(seen.insert(key.flag).second) << key.flag;
    EXPECT_TRUE(key.flag.starts_with("--")) << key.flag;
    EXPECT_FALSE(key.help.empty() || key.value.empty()) << key.path;
  }
}

TEST(Keys, TakeTheirOwnDefaults) {
  for (const Key& key : keys()) {
    Settings settings;
    EXPECT_NO_THROW(key.set(settings, key.get(Settings{}))) << key.path;
    EXPECT_EQ(settings, Settings{}) << key.path;
  }
}

// Wrong kinds of value are refused by every key, whatever it is.
TEST(Keys, RefuseNullsAndObjects) {
  for (const Key& key : keys()) {
    EXPECT_FALSE(takes(key.path, nullptr)) << key.path;
    EXPECT_FALSE(takes(key.path, Json::object())) << key.path;
    EXPECT_FALSE(takes(key.path, Json::array({1}))) << key.path;
    EXPECT_FALSE(takes(key.path, "a\nb")) << key.path;
    EXPECT_FALSE(takes(key.path, "\xff")) << key.path;
  }
}

TEST(Keys, TakeNumbersAndTextsWithSuffixes) {
  EXPECT_EQ(after_setting("radio.center", "433.92M"), "433920000");
  EXPECT_EQ(after_setting("radio.center", 433920000.5), "433920000.5");
  EXPECT_EQ(after_setting("radio.rate", "250k"), "250000");
  EXPECT_EQ(after_setting("radio.ppm", "-1.5"), "-1.5");
  EXPECT_EQ(after_setting("radio.gain", 28), "28");
  EXPECT_EQ(after_setting("radio.gain", "auto"), "\"auto\"");
  EXPECT_EQ(after_setting("spectrum.dbm_offset", "-30"), "-30");
  EXPECT_EQ(after_setting("spectrum.fft", 4096.0), "4096");
  EXPECT_EQ(after_setting("sim.seed", 9007199254740992U), "9007199254740992");
}

TEST(Keys, TakeNumbersAsPeopleAndThisProgramWriteThem) {
  for (const char* text : {"145.5MHz", "145.5 MHz", "145,5M", "145.5M"})
    EXPECT_EQ(after_setting("radio.center", text), "145500000") << text;
  EXPECT_EQ(after_setting("radio.rate", "2.4MS/s"), "2400000");
  for (const char* text : {"28dB", "28 dB", "28"}) EXPECT_EQ(after_setting("radio.gain", text), "28") << text;
  EXPECT_EQ(after_setting("radio.ppm", "1,5"), "1.5");
  EXPECT_EQ(after_setting("spectrum.dbm_offset", "-30 dBm"), "-30");
  EXPECT_FALSE(takes("radio.gain", "28 MHz"));
  EXPECT_FALSE(takes("radio.ppm", "1 Hz"));
}

TEST(Keys, RefuseCentersWithoutTheirMega) {
  EXPECT_EQ(after_setting("radio.center", 100), "refused: 100 is 100 Hz; for MHz write 100M");
  EXPECT_EQ(after_setting("radio.center", "145.5"), "refused: 145.5 is 145.5 Hz; for MHz write 145.5M");
  EXPECT_EQ(after_setting("radio.center", 1000), "1000");
  EXPECT_EQ(after_setting("radio.center", 0), "0") << "a baseband";
}

TEST(Keys, TakeSpansAsThePageWritesThem) {
  for (const char* text : {"88M:108M", "88-108M", "88M-108M", "88:108M", "88 - 108 MHz", "88MHz:108MHz", "88,0-108,0M"})
    EXPECT_EQ(after_setting("radio.span", text), "\"88M:108M\"") << text;
  EXPECT_EQ(after_setting("radio.span", "88000000:108M"), "\"88M:108M\"") << "already Hz";
  for (const char* text : {"6:,108M", "6:108000"})
    EXPECT_EQ(after_setting("radio.span", text), "\"6:108000\"") << "6:108k has another lower end";
  EXPECT_EQ(after_setting("radio.span", "900k:1.1M"), "\"900k:1.1M\"");
  EXPECT_EQ(after_setting("radio.span", "0:30M"), "\"0:30M\"");
  EXPECT_EQ(after_setting("radio.span", "None"), "\"none\"");
}

TEST(Keys, TakeSpansFromLowToHigh) {
  EXPECT_EQ(after_setting("radio.span", "88M:108.5M"), "\"88M:108.5M\"");
  EXPECT_EQ(after_setting("radio.span", "none"), "\"none\"");
  for (const char* text : {"", "88M", "108M:88M", "88M:88M", "88M:108M:1k", "-1:1", ":", "a:b", "1:1e30"})
    EXPECT_FALSE(takes("radio.span", text)) << text;
}

TEST(Keys, RefuseRatesThatLackTheirUnitWithAHint) {
  EXPECT_EQ(after_setting("radio.rate", "2400"),
            "refused: 2400 is 2400 samples a second, less than 8k; for kS/s write 2400k");
  EXPECT_EQ(after_setting("radio.rate", 2.4),
            "refused: 2.4 is 2.4 samples a second, less than 8k; for MS/s write 2.4M");
  EXPECT_EQ(after_setting("radio.rate", "2.4 MS/s"), "2400000");
}

TEST(Keys, HoldTheirRangesAtBothEnds) {
  const std::vector<std::tuple<std::string_view, double, double, double>> ranges{
      {"radio.center", 1e3, 100e9, 1},      {"radio.rate", 8e3, 100e6, 1},
      {"radio.gain", -50, 100, 1},          {"radio.ppm", -1000, 1000, 1},
      {"spectrum.fft", 16, 4194304, 1},     {"spectrum.hop", 0.05, 1, 0.01},
      {"spectrum.rows", 0.1, 100, 0.01},    {"spectrum.averaging", 1, 1000, 1},
      {"history.memory", 4, 65536, 1},      {"recordings.quota", 1, 1e9, 1},
      {"history.disk", 0, 1e9, 1},          {"history.flush", 10, 300, 1},
      {"recordings.disk_floor", 0, 1e9, 1}, {"recordings.longest", 1, 1e8, 1},
      {"qpu.deadline", 10, 60000, 1},       {"qpu.retry", 1, 86400, 1},
      {"server.connections", 1, 4000, 1},   {"server.connections_per_address", 1, 4000, 1},
      {"recordings.buffer", 2, 120, 1},     {"server.memory", 4, 4096, 1},
      {"users.dial_seconds", 5, 3600, 1}};
  for (const auto& [path, least, most, step] : ranges) {
    EXPECT_TRUE(takes(path, least)) << path;
    EXPECT_TRUE(takes(path, most)) << path;
    EXPECT_FALSE(takes(path, least - step)) << path;
    EXPECT_FALSE(takes(path, most + step)) << path;
  }
}

TEST(Keys, RefuseWithTheRange) {
  EXPECT_EQ(after_setting("spectrum.fft", 3), "refused: 3 is not in 16 to 4194304");
  EXPECT_EQ(after_setting("radio.rate", "1G"), "refused: 1G is not in 8k to 100M");
  EXPECT_EQ(after_setting("spectrum.averaging", 1.5), "refused: 1.5 is not a whole number");
  EXPECT_EQ(after_setting("radio.center", "far"), "refused: \"far\" is not a number");
  EXPECT_EQ(after_setting("radio.gain", "loud"), "refused: \"loud\" is neither auto nor a number of decibels");
}

TEST(Keys, TakeLongTransformsAsPowersOfTwoOnly) {
  EXPECT_TRUE(takes("spectrum.fft", 1000));
  EXPECT_TRUE(takes("spectrum.fft", 65521));
  EXPECT_TRUE(takes("spectrum.fft", 131072));
  EXPECT_EQ(after_setting("spectrum.fft", 100000),
            "refused: 100000 is not a power of two and above 65536; nearest: 65536 and 131072");
}

TEST(Keys, TakeTheBoardsThatCanBeEmulated) {
  EXPECT_EQ(after_setting("qpu.device", "emulated:pi3"), "\"emulated:pi3\"");
  EXPECT_NE(after_setting("qpu.device", "emulated:pi4").find("it has: real, emulated, emulated:pi1"),
            std::string::npos);
  EXPECT_EQ(after_setting("qpu.device", "helper:/run/x"),
            "refused: \"helper:/run/x\" is neither real nor emulated nor emulated:BOARD");
}

TEST(Keys, SuggestTheNearestChoice) {
  EXPECT_EQ(after_setting("log.level", "wran"),
            "refused: \"wran\" is not one of trace, debug, info, warn, error; did you mean warn?");
  EXPECT_EQ(after_setting("spectrum.detector", "max"), "\"max\"");
  EXPECT_FALSE(takes("spectrum.detector", "median"));
  EXPECT_EQ(after_setting("spectrum.window", "flattop"), "\"flattop\"");
  EXPECT_EQ(after_setting("spectrum.window", "kaiser:5"), "\"kaiser:5\"");
  EXPECT_FALSE(takes("spectrum.window", "triangle"));
}

TEST(Keys, TakeWordsInUpperAndLowerCase) {
  EXPECT_EQ(after_setting("spectrum.window", "Hann"), "\"hann\"");
  EXPECT_EQ(after_setting("spectrum.window", "hanning"), "\"hann\"");
  EXPECT_EQ(after_setting("spectrum.window", "Kaiser:5"), "\"kaiser:5\"");
  EXPECT_EQ(after_setting("spectrum.detector", "MAX"), "\"max\"");
  EXPECT_EQ(after_setting("radio.gain", "Auto"), "\"auto\"");
  EXPECT_EQ(after_setting("spectrum.backend", "Auto"), "\"auto\"");
  EXPECT_EQ(after_setting("file.loop", "True"), "true");
}

TEST(Keys, TakeTruthAsJsonAndAsText) {
  for (const Json& value : {Json(false), Json("false")}) EXPECT_EQ(after_setting("sim.paced", value), "false");
  for (const Json& value : {Json(true), Json("true")}) EXPECT_EQ(after_setting("file.loop", value), "true");
  for (const Json& value : {Json(1), Json("yes"), Json("")}) EXPECT_FALSE(takes("file.loop", value)) << value;
}

TEST(Keys, TakeTokensThatFitAWebSocketHandshake) {
  EXPECT_TRUE(takes("server.token", ""));
  EXPECT_TRUE(takes("server.token", "0123456789-._~aZ"));
  EXPECT_FALSE(takes("server.token", "0123456789abcde"));
  EXPECT_FALSE(takes("server.token", "0123456789abcdef,"));
  EXPECT_FALSE(takes("server.token", "0123456789abcde f"));
  EXPECT_FALSE(takes("server.token", 1234567890123456));
}

TEST(Keys, NeverRepeatATokenInAMessage) {
  EXPECT_EQ(after_setting("server.token", "hunter2").find("hunter2"), std::string::npos);
  EXPECT_EQ(after_setting("server.token", "hunter2 hunter2 hunter2").find("hunter2"), std::string::npos);
  EXPECT_EQ(after_setting("server.token", 31337).find("31337"), std::string::npos);
  EXPECT_TRUE(find_key("server.token")->secret);
}

TEST(Keys, CompleteTheAddressToListenOn) {
  EXPECT_EQ(after_setting("server.listen", "0.0.0.0"), "\"0.0.0.0:8088\"");
  EXPECT_EQ(after_setting("server.listen", 9000), "\"127.0.0.1:9000\"");
  EXPECT_EQ(after_setting("server.listen", ":9000"), "\"127.0.0.1:9000\"") << "as without the colon";
  EXPECT_EQ(after_setting("server.listen", "::1"), "\"[::1]:8088\"");
  EXPECT_FALSE(takes("server.listen", "*:80"));
  EXPECT_FALSE(takes("server.listen", 65536));
}

TEST(Keys, TakeListsAsArraysAndWithCommas) {
  EXPECT_EQ(after_setting("server.hosts", Json{"Pi.local", "sdr"}), R"(["pi.local","sdr"])");
  EXPECT_EQ(after_setting("server.hosts", "Pi.local,sdr"), R"(["pi.local","sdr"])");
  EXPECT_EQ(after_setting("server.hosts", ""), "[]");
  EXPECT_FALSE(takes("server.hosts", "pi.local:8088"));
  EXPECT_FALSE(takes("server.hosts", "a,,b"));
  EXPECT_EQ(after_setting("server.origins", "https://Example.org,http://[::1]:80"),
            R"(["https://example.org","http://[::1]:80"])");
  for (const char* text : {"example.org", "https://", "https://a/", "ftp://a", "*"})
    EXPECT_FALSE(takes("server.origins", text)) << text;
}

TEST(Keys, OfTuningAreKnownByTheirNamesInStatusToo) {
  EXPECT_EQ(find_tuning_key("center"), find_key("radio.center"));
  EXPECT_EQ(find_tuning_key("center_hz"), find_key("radio.center"));
  EXPECT_EQ(find_tuning_key("rate_hz"), find_key("radio.rate"));
  EXPECT_EQ(find_tuning_key("gain_db"), find_key("radio.gain"));
  EXPECT_EQ(find_tuning_key("rows_per_second"), find_key("spectrum.rows"));
  for (const char* name :
       {"center", "rate", "gain", "ppm", "fft", "window", "hop", "averaging", "rows", "detector", "remove_dc"})
    EXPECT_NE(find_tuning_key(name), nullptr) << name;
  for (const char* name : {"token", "listen", "radio.center", "backend", "", "paced"})
    EXPECT_EQ(find_tuning_key(name), nullptr) << name;
}

TEST(Nearest, FindsPathsInOtherGroups) {
  EXPECT_EQ(nearest_path("radio.fft"), "spectrum.fft");
  EXPECT_EQ(nearest_path("center"), "radio.center");
  EXPECT_EQ(nearest_path("centre"), "radio.center");
  EXPECT_EQ(nearest_path("sever"), "server");
  EXPECT_EQ(nearest_path("sever.listn"), "server.listen");
  EXPECT_EQ(nearest_path("fft_size"), "spectrum.fft");
  EXPECT_EQ(nearest_path("radio.sample_rate"), "radio.rate");
  EXPECT_EQ(nearest_path("nonsense.altogether"), std::nullopt);
}

TEST(Nearest, FindsKeysByWhatOtherProgramsCallThem) {
  for (const char* name : {"freq", "frequency", "radio.frequency", "radio.freq"})
    EXPECT_EQ(nearest_path(name), "radio.center") << name;
  EXPECT_EQ(nearest_path("radio.samplerate"), "radio.rate");
  EXPECT_EQ(nearest_path("server.port"), "server.listen");
  EXPECT_EQ(nearest_path("port"), "server.listen");
}

}  // namespace
}  // namespace spectrumd

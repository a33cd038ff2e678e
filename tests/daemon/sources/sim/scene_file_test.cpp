// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <set>

#include "daemon/sources/iq_source.h"
#include "daemon/sources/sim/scene.h"

namespace spectrumd::sim {
namespace {

std::string why_not_scene(const std::string& text) {
  try {
    (void)parse_scene(text, "x.json");
  } catch (const SourceError& error) {
    return error.what();
  }
  return "taken";
}

std::string why_not_signal(const std::string& signal) { return why_not_scene(R"({"signals": [)" + signal + "]}"); }

TEST(SceneFile, ReadsEveryKey) {
  const Scene scene = parse_scene(R"({
    // what it is
    "name": "test", "noise": -110.5, "dc": -40, "imbalance": {"gain": 0.5, "phase": -2},
    "signals": [
      {"kind": "carrier", "frequency": "100.3M", "level": -20},
      {"kind": "am", "frequency": 1e6, "level": -21, "depth": 0.7, "tone": 440},
      {"kind": "fm", "frequency": 2e6, "level": -22, "deviation": "2.5k", "tone": 300, "voice": true, "stereo": true},
      {"kind": "cw", "frequency": 3e6, "level": -23, "text": "TEST 5", "wpm": 20, "pause": 1.5},
      {"kind": "hop", "frequency": 4e6, "level": -24, "channels": 3, "spacing": "10k", "dwell": 0.02, "period": 0.3},
      {"kind": "ook", "frequency": 6e6, "level": -26, "pulses": [500, 1500, 250], "pause": 0.5},
      {"kind": "chirp", "frequency": 5e6, "level": -25, "to": 6e6, "duration": 3, "pause": 4} /* the end */
    ]})",
                                  "x.json");
  EXPECT_EQ(scene.name, "test");
  EXPECT_EQ(scene.noise, Decibels{-110.5});
  EXPECT_EQ(scene.dc, Decibels{-40});
  ASSERT_TRUE(scene.imbalance);
  EXPECT_EQ(scene.imbalance->gain, Decibels{0.5});
  EXPECT_EQ(scene.imbalance->phase_degrees, -2);
  ASSERT_EQ(scene.signals.size(), 7U);
  EXPECT_EQ(std::get<Carrier>(scene.signals[0]).frequency, Hertz{100.3e6});
  EXPECT_EQ(std::get<Carrier>(scene.signals[0]).level, Decibels{-20});
  EXPECT_EQ(std::get<Am>(scene.signals[1]).depth, 0.7);
  EXPECT_EQ(std::get<Am>(scene.signals[1]).tone, Hertz{440});
  const auto& fm = std::get<Fm>(scene.signals[2]);
  EXPECT_EQ(fm.deviation, Hertz{2500});
  EXPECT_EQ(fm.tone, Hertz{300});
  EXPECT_TRUE(fm.voice && fm.stereo);
  const auto& cw = std::get<Cw>(scene.signals[3]);
  EXPECT_EQ(cw.text, "TEST 5");
  EXPECT_EQ(cw.wpm, 20);
  EXPECT_EQ(cw.pause, 1.5);
  const auto& hop = std::get<Hop>(scene.signals[4]);
  EXPECT_EQ(hop.channels, 3U);
  EXPECT_EQ(hop.spacing, Hertz{10e3});
  EXPECT_EQ(hop.dwell, 0.02);
  EXPECT_EQ(hop.period, 0.3);
  const auto& ook = std::get<Ook>(scene.signals[5]);
  EXPECT_EQ(ook.pulses, (std::vector<double>{0.0005, 0.0015, 0.00025}));
  EXPECT_EQ(ook.pause, 0.5);
  const auto& chirp = std::get<Chirp>(scene.signals[6]);
  EXPECT_EQ(chirp.to, Hertz{6e6});
  EXPECT_EQ(chirp.duration, 3);
  EXPECT_EQ(chirp.pause, 4);
}

TEST(SceneFile, MayBeEmpty) {
  const Scene scene = parse_scene("{}", "x.json");
  EXPECT_TRUE(scene.signals.empty());
  EXPECT_FALSE(scene.noise || scene.dc || scene.imbalance);
}

TEST(SceneFile, NamesTheLineOfASyntaxError) {
  EXPECT_TRUE(why_not_scene("{\n  \"noise\": -100,,\n}").starts_with("x.json:2: "))
      << why_not_scene("{\n  \"noise\": -100,,\n}");
  EXPECT_TRUE(why_not_scene("").starts_with("x.json:1: ")) << why_not_scene("");
  EXPECT_EQ(why_not_scene("[]"), "x.json: is not an object: { ... }");
}

TEST(SceneFile, RefusesUnknownKeysWithASuggestion) {
  EXPECT_EQ(why_not_scene(R"({"nois": 1})"), "x.json: nois: unknown key; did you mean noise?");
  EXPECT_EQ(why_not_scene(R"({"zzzzzz": 1})"),
            "x.json: zzzzzz: unknown key; known here are name noise dc imbalance signals");
  EXPECT_EQ(why_not_scene(R"({"imbalance": {"phas": 1}})"), "x.json: imbalance.phas: unknown key; did you mean phase?");
  EXPECT_EQ(why_not_signal(R"({"kind": "cw", "frequency": 1, "level": 0, "text": "E", "wmp": 3})"),
            "x.json: signals[0].wmp: unknown key; did you mean wpm?");
  EXPECT_TRUE(why_not_signal(R"({"kind": "carrier", "frequency": 1, "level": 0, "depth": 1})")
                  .starts_with("x.json: signals[0].depth: unknown key"));
}

TEST(SceneFile, SaysWhichValueIsWrongAndWhy) {
  EXPECT_EQ(why_not_scene(R"({"noise": 3})"), "x.json: noise: 3 is not in -250 to 0");
  EXPECT_EQ(why_not_scene(R"({"signals": {}})"), "x.json: signals: is not a list: [ ... ]");
  EXPECT_EQ(why_not_scene(R"({"signals": [3]})"), "x.json: signals[0]: is not an object: { ... }");
  EXPECT_EQ(why_not_signal(R"({"frequency": 1, "level": 0})"), "x.json: signals[0]: \"kind\" is missing");
  EXPECT_EQ(why_not_signal(R"({"kind": "carrier", "level": 0})"), "x.json: signals[0]: \"frequency\" is missing");
  EXPECT_EQ(why_not_signal(R"({"kind": "carrier", "frequency": "10x", "level": 0})"),
            "x.json: signals[0].frequency: \"10x\" is not a number");
  EXPECT_EQ(why_not_signal(R"({"kind": "carrier", "frequency": -1, "level": 0})"),
            "x.json: signals[0].frequency: -1 is not in 0 to 100G");
  EXPECT_EQ(
      why_not_signal(R"({"kind": "carier", "frequency": 1, "level": 0})"),
      "x.json: signals[0].kind: \"carier\" is not one of carrier, am, fm, cw, hop, ook, chirp; did you mean carrier?");
  EXPECT_EQ(why_not_signal(R"({"kind": "ook", "frequency": 1, "level": 0, "pulses": []})"),
            "x.json: signals[0].pulses: takes a list of microseconds on, off, on, ...: 1 to 10000 of them");
  EXPECT_EQ(why_not_signal(R"({"kind": "ook", "frequency": 1, "level": 0, "pulses": [500, 1]})"),
            "x.json: signals[0].pulses: 1 is not in 50 to 10M");
  EXPECT_EQ(why_not_signal(R"({"kind": "cw", "frequency": 1, "level": 0})"), "x.json: signals[0]: \"text\" is missing");
  EXPECT_EQ(why_not_signal(R"({"kind": "cw", "frequency": 1, "level": 0, "text": "A#"})"),
            "x.json: signals[0].text: no Morse code for \"#\"");
  EXPECT_EQ(why_not_signal(R"({"kind": "cw", "frequency": 1, "level": 0, "text": "  "})"),
            "x.json: signals[0].text: has no text to send");
  EXPECT_EQ(why_not_signal(R"({"kind": "fm", "frequency": 1, "level": 0, "voice": 1})"),
            "x.json: signals[0].voice: 1 is neither true nor false");
  EXPECT_EQ(why_not_signal(R"({"kind": "hop", "frequency": 1, "level": 0, "dwell": 0.1, "period": 0.1})"),
            "x.json: signals[0].period: is shorter than dwell and an edge of 0.005 s");
  EXPECT_EQ(why_not_signal(R"({"kind": "hop", "frequency": 1, "level": 0, "channels": 2.5})"),
            "x.json: signals[0].channels: 2.5 is not a whole number");
}

TEST(SceneFile, TakesTheExamples) {
  const std::string root = SPECTRUMD_ROOT;
  const Scene example = load_scene(root + "/systemd/example-scene.json");
  std::set<std::size_t> kinds;
  for (const Signal& signal : example.signals) kinds.insert(signal.index());
  EXPECT_EQ(kinds.size(), std::variant_size_v<Signal>) << "it shows every kind";
  ASSERT_TRUE(example.imbalance);
  EXPECT_NEAR(image_level(*example.imbalance).value, -37, 0.5) << "as its comment says";

  const Scene levels = load_scene(root + "/tests/daemon/sources/scenes/levels.json");
  EXPECT_EQ(steady_tones(levels).size(), levels.signals.size()) << "nothing in it moves";
}

TEST(SceneFile, SaysWhyAFileCannotBeRead) {
  try {
    (void)load_scene("/nonexistent/scene.json");
    FAIL() << "taken";
  } catch (const SourceError& error) {
    EXPECT_STREQ(error.what(), "/nonexistent/scene.json: No such file or directory");
  }
  EXPECT_THROW((void)load_scene("/"), SourceError);
  EXPECT_THROW((void)load_scene("/dev/zero"), SourceError);
}

}  // namespace
}  // namespace spectrumd::sim

// SPDX-License-Identifier: MIT
#include "daemon/config/config_file.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <fstream>
#include <random>

#include "tests/fakes/environment.h"

namespace spectrumd {
namespace {

namespace fs = std::filesystem;
using std::string_literals::operator""s;

// The problems of a text as reported to the user; empty if there are none. If there are any, nothing may be applied.
std::vector<std::string> problems_of(const std::string& text) {
  Settings settings;
  std::vector<std::string> all;
  try {
    apply_config_text(settings, text, "f");
  } catch (const ConfigError& error) {
    for (const auto& problem : error.problems) all.push_back(to_string(problem));
    EXPECT_FALSE(all.empty());
    EXPECT_EQ(settings, Settings{}) << "applied in part: " << text;
  }
  return all;
}

using Texts = std::vector<std::string>;

TEST(ConfigText, SetsWhatItNamesAndNothingElse) {
  Settings settings;
  apply_config_text(settings, R"({
    // a comment with a "quote" and a {
    "source": "file:/tmp/a.cu8",
    "radio": { "center": "433.92M", /* another */ "gain": 28 },
    "server": { "hosts": [ "pi.local" ] }
  })",
                    "f");
  Settings expected;
  expected.source = "file:/tmp/a.cu8";
  expected.tuning.center = Hertz{433.92e6};
  expected.tuning.gain = Decibels{28};
  expected.server.hosts = {"pi.local"};
  EXPECT_EQ(settings, expected);
}

TEST(ConfigText, MayBeAnEmptyObject) { EXPECT_EQ(problems_of("{}"), Texts{}); }

TEST(ConfigText, ReportsEveryProblemWithItsLine) {
  EXPECT_EQ(
      problems_of(R"({
    "radio": {
      "centre": 1e6,  // "radio": {

      "rate": "fast"
    },
    "spectrum": { "fft": 3,
                  "rows": 1000 }
  })"),
      (Texts{"f:3: radio.centre: unknown key; did you mean radio.center?", "f:5: radio.rate: \"fast\" is not a number",
             "f:7: spectrum.fft: 3 is not in 16 to 4194304", "f:8: spectrum.rows: 1k is not in 0.1 to 100"}));
}

TEST(ConfigText, FindsKeysThatStandInTheWrongGroup) {
  EXPECT_EQ(problems_of(R"({ "center": 1e6 })"), Texts{"f:1: center: unknown key; did you mean radio.center?"});
  EXPECT_EQ(problems_of(R"({ "radio": { "fft": 1024 } })"),
            Texts{"f:1: radio.fft: unknown key; did you mean spectrum.fft?"});
  EXPECT_EQ(problems_of(R"({ "sever": { "listen": 1 } })"), Texts{"f:1: sever: unknown key; did you mean server?"});
  EXPECT_EQ(problems_of(R"({ "nonsense": 1 })"), Texts{"f:1: nonsense: unknown key"});
}

TEST(ConfigText, DistinguishesGroupsFromKeys) {
  EXPECT_EQ(problems_of(R"({ "log": "debug" })"), Texts{"f:1: log: must be a group of settings: { ... }"});
  EXPECT_EQ(problems_of(R"({ "source": { "kind": "sim" } })"),
            Texts{R"(f:1: source: {"kind":"sim"} is not a string; write it in quotes)"});
  EXPECT_EQ(problems_of(R"({ "radio.center": 1e6 })"),
            Texts{R"(f:1: "radio.center": groups are written as objects: "radio": { "center": 100e6 })"});
  EXPECT_EQ(problems_of("[1]"), Texts{"f:1: a configuration is one object: { ... }"});
}

TEST(ConfigText, RefusesRepeatedKeys) {
  EXPECT_EQ(problems_of("{ \"radio\": { \"gain\": 1,\n \"g\\u0061in\": 2 },\n \"radio\": {} }"),
            (Texts{"f:2: radio.gain: is a duplicate; the first is on line 1",
                   "f:3: radio: is a duplicate; the first is on line 1"}));
}

TEST(ConfigText, FindsKeysDespiteCommentsAndEscapes) {
  EXPECT_EQ(
      problems_of("{ /* \"a\": 1\n */ // {\n \"x\\\"y\" /* \"b\" :\n */ : \"c\\\\\", \"log\": { \"level\": \"{\" } }"),
      (Texts{"f:3: x\"y: unknown key", "f:4: log.level: \"{\" is not one of trace, debug, info, warn, error"}));
}

TEST(ConfigText, SaysWhereTheSyntaxIsWrong) {
  const std::vector<std::pair<std::string, std::string>> texts{
      {"", "f:1: column 1: "},
      {"{", "f:1: column 2: "},
      {"{\n  \"source\": \"sim\",\n}", "f:3: column 1: "},
      {"{\n  \"source\": \"sim\"\n  \"log\": {} }", "f:3: column 7: "},
      {"{ \"source\": 'sim' }", "f:1: column 13: "},
      {"{ \"radio\": {} /* unclosed", "f:1: column 26: "},
      {"{} {}", "f:1: column 4: "}};
  for (const auto& [text, start] : texts) {
    const auto problems = problems_of(text);
    ASSERT_EQ(problems.size(), 1U) << text;
    EXPECT_TRUE(problems[0].starts_with(start)) << text << " gives " << problems[0];
    EXPECT_EQ(problems[0].find("json.exception"), std::string::npos) << problems[0];
  }
}

TEST(ConfigText, HintsAtCommas) {
  EXPECT_NE(problems_of(R"({ "source": "sim", })")[0].find("an extra comma"), std::string::npos);
  EXPECT_NE(problems_of(R"({ "source": "sim" "log": {} })")[0].find("a comma missing"), std::string::npos);
}

TEST(ConfigText, RefusesNumbersBeyondADouble) {
  EXPECT_EQ(problems_of("{\n \"radio\": { \"rate\": 1e999 } }"), Texts{"f:2: '1e999' is out of range"});
}

TEST(ConfigText, SurvivesEveryTruncation) {
  const std::string whole = R"({ "radio": { "center": "1M" }, /* c */ "server": { "hosts": [ "\u0061" ] }, // end
    "source": "\"\\" })";
  for (std::size_t length = 0; length < whole.size(); ++length)
    EXPECT_EQ(problems_of(whole.substr(0, length)).size(), 1U) << whole.substr(0, length);
  EXPECT_EQ(problems_of(whole), Texts{});
}

// Whatever is done to it, a text is taken or refused by ConfigError: nothing else is thrown, nothing read beyond its
// end.
TEST(ConfigText, SurvivesRandomDamage) {
  const std::string whole =
      R"({ "radio": { "center": "1M", "gain": -3.5e1 }, /* c */ "server": { "hosts": [ "\u0061" ] }, // end
    "source": "\"\\", "history": { "memory": 64 } })";
  const std::string letters = "{}[]\":,/*\\\n\r\0 .u0-"s;
  constexpr unsigned kSeed = 3;
  std::mt19937 random(kSeed);
  for (int i = 0; i < 20000; ++i) {
    std::string text = whole;
    for (auto damages = 1 + random() % 3; damages > 0; --damages) {
      const std::size_t at = random() % text.size();
      text.replace(at, random() % 3, random() % 3, letters[random() % letters.size()]);
    }
    ASSERT_NO_THROW(problems_of(text)) << text << " seed " << kSeed;
  }
}

TEST(ConfigText, LimitsWhatATextMayHold) {
  const auto nested = [](std::size_t depth) {
    std::string text;
    for (std::size_t level = 0; level < depth; ++level) text += R"({"a":)";
    return text + "1" + std::string(depth, '}');
  };
  EXPECT_EQ(problems_of(nested(16)), Texts{"f:1: a: unknown key"});
  EXPECT_EQ(problems_of(nested(10'000)), Texts{"f: deeper than 16 levels"});
  EXPECT_EQ(problems_of('[' + std::string(60'000, '[')), Texts{"f: deeper than 16 levels"});
}

TEST(ConfigText, RefusesZeroBytes) { EXPECT_EQ(problems_of("{}\n\0}"s), Texts{"f:2: a zero byte: not a text file"}); }

TEST(ConfigText, MayHaveLineEndsOfAnyKind) {
  EXPECT_EQ(problems_of("{ // a {\r\n \"source\": \"sim\" // b }\r}"), Texts{});
  EXPECT_EQ(problems_of("{ // a {\r\n \"sorce\": 1 }"), Texts{"f:2: sorce: unknown key; did you mean source?"});
}

class ConfigFile : public testing::Test {
 protected:
  ConfigFile() { fs::create_directories(folder_); }
  ~ConfigFile() override { fs::remove_all(folder_); }

  fs::path write(const std::string& name, const std::string& text) const {
    fs::create_directories((folder_ / name).parent_path());
    std::ofstream(folder_ / name) << text;
    return folder_ / name;
  }
  static std::string refusal(const fs::path& file) {
    Settings settings;
    try {
      apply_config_file(settings, file);
    } catch (const ConfigError& error) {
      return error.what();
    }
    return "";
  }

  fs::path folder_ = fs::path(testing::TempDir()) / ("config_file_test." + std::to_string(getpid()));
};

TEST_F(ConfigFile, IsNamedInItsProblems) {
  const auto file = write("a.json", "{\n\"log\": {\"level\": \"loud\"} }");
  EXPECT_EQ(refusal(file), file.string() + ":2: log.level: \"loud\" is not one of trace, debug, info, warn, error");
}

TEST_F(ConfigFile, MustBeAFileThatCanBeRead) {
  EXPECT_EQ(refusal(folder_ / "none.json"), (folder_ / "none.json").string() + ": No such file or directory");
  EXPECT_EQ(refusal(folder_), folder_.string() + ": is a directory");
  EXPECT_EQ(refusal("/dev/zero"), "/dev/zero: is larger than 64 KiB");
  EXPECT_NE(refusal("/dev/null").find("end of input"), std::string::npos);
}

TEST_F(ConfigFile, MayComeThroughAPipe) {
  int ends[2];
  ASSERT_EQ(::pipe(ends), 0);
  const std::string text = R"({"source": "file:/tmp/a.cu8"})";
  ASSERT_EQ(::write(ends[1], text.data(), text.size()), static_cast<ssize_t>(text.size()));
  ::close(ends[1]);
  Settings settings;
  apply_config_file(settings, "/dev/fd/" + std::to_string(ends[0]));
  EXPECT_EQ(settings.source, "file:/tmp/a.cu8");
  ::close(ends[0]);
}

TEST_F(ConfigFile, ThatCannotBeOpenedSaysWhy) {
  fs::create_symlink(folder_ / "loop.json", folder_ / "loop.json");  // root may read everything but this
  EXPECT_EQ(refusal(folder_ / "loop.json"), (folder_ / "loop.json").string() + ": Too many levels of symbolic links");
}

TEST_F(ConfigFile, IsLookedForInXdgAndHome) {
  const auto xdg = write("xdg/spectrumd/spectrumd.json", "{}");
  const auto home = write("home/.config/spectrumd/spectrumd.json", "{}");
  const EnvironmentVariable home_variable("HOME", (folder_ / "home").string());
  {
    const EnvironmentVariable xdg_variable("XDG_CONFIG_HOME", (folder_ / "xdg").string());
    EXPECT_EQ(default_config_file(), xdg);
  }
  {
    const EnvironmentVariable xdg_variable("XDG_CONFIG_HOME", "relative");
    EXPECT_EQ(default_config_file(), home);
  }
  const EnvironmentVariable xdg_variable("XDG_CONFIG_HOME", std::nullopt);
  EXPECT_EQ(default_config_file(), home);
  fs::remove(home);
  EXPECT_NE(default_config_file(), home);
}

TEST(CheckTogether, WantsATokenBeyondLoopback) {
  Settings settings;
  EXPECT_NO_THROW(check_together(settings, "f"));
  settings.server.listen = "0.0.0.0:8088";
  try {
    check_together(settings, "f");
    FAIL() << "open to everybody";
  } catch (const ConfigError& error) {
    EXPECT_EQ(error.problems[0].key, "server.listen");
    EXPECT_NE(error.problems[0].reason.find("server.token"), std::string::npos);
    EXPECT_NE(error.problems[0].reason.find("server.open"), std::string::npos);
  }
  settings.server.open = true;
  EXPECT_NO_THROW(check_together(settings, "f"));
  settings.server.open = false;
  settings.server.token = "0123456789abcdef";
  EXPECT_NO_THROW(check_together(settings, "f"));
}

TEST(CheckTogether, WantsOneMeaningOfWhatRtlTcpClientsSay) {
  Settings settings;
  settings.server.share = "rtl_tcp=1234";
  settings.server.share_channels = true;
  EXPECT_NO_THROW(check_together(settings, "f"));
  settings.server.share_control = true;
  EXPECT_THROW(check_together(settings, "f"), ConfigError);
}

TEST(CheckTogether, WantsServerOpenForControlBeyondLoopback) {
  Settings settings;
  settings.server.share = "rtl_tcp=0.0.0.0:1234";
  settings.server.token = "0123456789abcdef";
  EXPECT_NO_THROW(check_together(settings, "f")) << "samples are for everybody";
  settings.server.share_control = true;
  try {
    check_together(settings, "f");
    FAIL() << "everybody may tune";
  } catch (const ConfigError& error) {
    EXPECT_EQ(error.problems[0].key, "server.share_control");
    EXPECT_NE(error.problems[0].reason.find("server.open"), std::string::npos);
  }
  settings.server.open = true;
  EXPECT_NO_THROW(check_together(settings, "f"));
  settings.server.open = false;
  settings.server.share = "rtl_tcp=127.0.0.1:1234";
  EXPECT_NO_THROW(check_together(settings, "f"));
}

TEST(CheckTogether, WantsServerOpenForSpyServersControlToo) {
  Settings settings;
  settings.feeds.spyserver = "0.0.0.0:5555";
  EXPECT_NO_THROW(check_together(settings, "f")) << "samples are for everybody";
  settings.feeds.spyserver_control = true;
  EXPECT_THROW(check_together(settings, "f"), ConfigError);
  settings.server.open = true;
  EXPECT_NO_THROW(check_together(settings, "f"));
}

}  // namespace
}  // namespace spectrumd

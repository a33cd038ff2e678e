// SPDX-License-Identifier: MIT
#include "daemon/commands/command_line.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "daemon/commands/help.h"
#include "daemon/config/config_file.h"
#include "tests/fakes/environment.h"

namespace spectrumd {
namespace {

namespace fs = std::filesystem;
using Command = CommandLine::Command;

CommandLine parsed(std::vector<const char*> words) {
  words.insert(words.begin(), "spectrumd");
  return parse_command_line(static_cast<int>(words.size()), words.data());
}

std::string refusal(const std::vector<const char*>& words) {
  try {
    parsed(words);
  } catch (const CommandLineError& error) {
    return error.what();
  }
  return "";
}

// A home without a configuration, and files in it.
class CommandLineFiles : public testing::Test {
 protected:
  CommandLineFiles() { fs::create_directories(folder_); }
  ~CommandLineFiles() override { fs::remove_all(folder_); }

  std::string write(const std::string& name, const std::string& text) const {
    fs::create_directories((folder_ / name).parent_path());
    std::ofstream(folder_ / name) << text;
    return (folder_ / name).string();
  }
  static std::string checked(const std::vector<const char*>& words, int expected) {
    std::ostringstream out;
    EXPECT_EQ(check_config(parsed(words), out), expected) << out.str();
    return out.str();
  }

  fs::path folder_ = fs::path(testing::TempDir()) / ("command_line_test." + std::to_string(::getpid()));
  EnvironmentVariable home_{"HOME", folder_.string()};
  EnvironmentVariable xdg_{"XDG_CONFIG_HOME", std::nullopt};
};

TEST(CommandLine, ServesUnlessToldOtherwise) {
  EXPECT_EQ(parsed({}).command, Command::Serve);
  EXPECT_EQ(parsed({"--center", "1M"}).command, Command::Serve);
  EXPECT_EQ(parsed({"check-config"}).command, Command::CheckConfig);
  EXPECT_EQ(parsed({"--qpu-helper", "--qpu-socket", "/run/x"}).command, Command::QpuHelper);
  EXPECT_EQ(parsed({"--help"}).command, Command::ShowHelp);
  EXPECT_EQ(parsed({"-h"}).command, Command::ShowHelp);
  EXPECT_EQ(parsed({"check-config", "--help"}).command, Command::ShowHelp);
  EXPECT_EQ(parsed({"--version"}).command, Command::ShowVersion);
}

TEST(CommandLine, RecordsIntoAFileForAsLongAsAskedFor) {
  const CommandLine line = parsed({"record", "band", "--duration", "1.5m", "--center", "1M", "--json"});
  EXPECT_EQ(line.command, Command::Record);
  EXPECT_EQ(line.record.file, "band");
  EXPECT_EQ(line.record.seconds, 90);
  EXPECT_TRUE(line.record.json);
  EXPECT_EQ(line.overrides.size(), 1U);
  EXPECT_FALSE(parsed({"record"}).record.seconds);
  EXPECT_NE(refusal({"record", "--duration", "soon"}).find("10s"), std::string::npos);
}

// Text that sets a key, other than to its default.
std::string other_value(const Key& key) {
  const Json value = key.get(Settings{});
  if (value.is_boolean()) return value == true ? "false" : "true";
  for (const char* text : {"17", "0.5", "1M", "max", "hamming", "cpu", "cu8", "debug", "http://pi.local",
                           "0123456789abcdef", "q", "emulated", "rtl_tcp=1234", "88M:108M"}) {
    Settings settings;
    try {
      key.set(settings, text);
      if (settings != Settings{}) return text;
    } catch (const KeyError&) {
    }
  }
  ADD_FAILURE() << "no value known for " << key.path;
  return "";
}

TEST(CommandLine, HasAFlagForEveryKey) {
  for (const Key& key : keys()) {
    const std::string text = other_value(key);
    const std::string flag(key.flag);
    for (const auto& line : {parsed({flag.c_str(), text.c_str()}), parsed({(flag + '=' + text).c_str()})}) {
      ASSERT_EQ(line.overrides.size(), 1U) << flag;
      EXPECT_EQ(line.overrides[0].key, &key) << flag;
      EXPECT_EQ(line.overrides[0].text, text) << flag;
    }
  }
}

TEST_F(CommandLineFiles, FlagsReachTheSettings) {
  const auto settings =
      load_settings(parsed({"--source", "-", "--center=433.92M", "--gain", "-3", "--remove-dc", "false", "--open",
                            "--listen", "0.0.0.0", "--hosts", "a,b", "--fft", "100", "--fft", "1024"}));
  EXPECT_EQ(settings.source, "-");
  EXPECT_EQ(settings.tuning.center, Hertz{433.92e6});
  EXPECT_EQ(settings.tuning.gain, Decibels{-3});
  EXPECT_FALSE(settings.analysis.remove_dc);
  EXPECT_TRUE(settings.server.open);
  EXPECT_EQ(settings.server.listen, "0.0.0.0:8088");
  EXPECT_EQ(settings.server.hosts, (std::vector<std::string>{"a", "b"}));
  EXPECT_EQ(settings.analysis.fft, 1024U) << "the last one counts";
}

TEST(CommandLine, TakesBareFlagsAsYes) {
  EXPECT_EQ(parsed({"--open", "--center", "1M"}).overrides.at(1).text, "true");
  EXPECT_EQ(parsed({"--file-loop", "check-config"}).command, Command::CheckConfig);
  EXPECT_EQ(parsed({"--open=false"}).overrides.at(0).text, "false");
}

TEST(CommandLine, SuggestsWhatMayHaveBeenMeant) {
  EXPECT_EQ(refusal({"--centre", "5"}), "--centre: unknown flag, did you mean --center?; see spectrumd --help");
  EXPECT_EQ(refusal({"--centre=5"}), "--centre=5: unknown flag, did you mean --center?; see spectrumd --help");
  EXPECT_EQ(refusal({"check-confg"}), "check-confg: unknown command, did you mean check-config?; see spectrumd --help");
  EXPECT_EQ(refusal({"serve"}), "serve: unknown command; see spectrumd --help");
}

TEST(CommandLine, RefusesFlagsThatMakeNoSense) {
  for (const auto& words : std::vector<std::vector<const char*>>{{"--center"},
                                                                 {"--json"},
                                                                 {"--config"},
                                                                 {"-x"},
                                                                 {"--"},
                                                                 {"--config", "a", "--config", "b"},
                                                                 {"check-config", "a", "b"},
                                                                 {"check-config", "a", "--config", "b"}})
    EXPECT_NE(refusal(words), "") << words[0];
}

TEST_F(CommandLineFiles, FlagsWinOverTheFileAndTheFileOverDefaults) {
  const auto file = write("a.json", R"({ "radio": { "center": "1M", "rate": "1M" } })");
  const auto settings = load_settings(parsed({"--config", file.c_str(), "--rate", "250k"}));
  EXPECT_EQ(settings.tuning.center, Hertz{1e6});
  EXPECT_EQ(settings.tuning.rate, Hertz{250e3});
  EXPECT_EQ(settings.analysis, Analysis{});
}

TEST_F(CommandLineFiles, AReloadReadsTheFileAgainAndTheFlagsStillWin) {
  const auto file = write("a.json", R"({ "radio": { "center": "1M", "rate": "1M" } })");
  const auto line = parsed({"--config", file.c_str(), "--rate", "250k"});
  load_settings(line);
  write("a.json", R"({ "radio": { "center": "2M", "rate": "2M" } })");
  EXPECT_EQ(load_settings(line).tuning.center, Hertz{2e6});
  EXPECT_EQ(load_settings(line).tuning.rate, Hertz{250e3});
}

TEST_F(CommandLineFiles, TheUsualPlaceIsReadAndMayBeEmpty) {
  EXPECT_NO_THROW(load_settings(parsed({})));
  write(".config/spectrumd/spectrumd.json", R"({ "radio": { "center": "3M" } })");
  EXPECT_EQ(load_settings(parsed({})).tuning.center, Hertz{3e6});
}

TEST_F(CommandLineFiles, ProblemsOfFileAndFlagsComeTogether) {
  const auto file = write("a.json", R"({ "radio": { "center": "far" } })");
  try {
    load_settings(parsed({"--config", file.c_str(), "--fft", "3"}));
    FAIL() << "taken";
  } catch (const ConfigError& error) {
    EXPECT_EQ(error.what(), file + ":1: radio.center: \"far\" is not a number\n--fft: 3 is not in 16 to 4194304");
  }
}

TEST_F(CommandLineFiles, AFileAskedForMustBeThere) {
  EXPECT_THROW(load_settings(parsed({"--config", (folder_ / "none").c_str()})), ConfigError);
  EXPECT_THROW(load_settings(parsed({"--config", ""})), ConfigError);
}

TEST_F(CommandLineFiles, ListeningToTheWorldNeedsTheWill) {
  EXPECT_THROW(load_settings(parsed({"--listen", "0.0.0.0"})), ConfigError);
  EXPECT_NO_THROW(load_settings(parsed({"--listen", "0.0.0.0", "--open"})));
}

TEST_F(CommandLineFiles, CheckConfigSaysFineOrWhatIsWrong) {
  const auto good = write("good.json", "{}");
  const auto bad = write("bad.json", "{\n \"radio\": { \"centre\": 1 } }");
  EXPECT_EQ(checked({"check-config", good.c_str()}, 0), good + ": fine\n");
  EXPECT_EQ(checked({"check-config", "--config", good.c_str()}, 0), good + ": fine\n");
  EXPECT_EQ(checked({"check-config", bad.c_str()}, kExitBadConfig),
            bad + ":2: radio.centre: unknown key; did you mean radio.center?\n");
  EXPECT_EQ(checked({"check-config", good.c_str(), "--fft", "3"}, kExitBadConfig),
            "--fft: 3 is not in 16 to 4194304\n");
}

TEST_F(CommandLineFiles, CheckConfigSpeaksJson) {
  const auto bad = write("bad.json", "{\n \"radio\": { \"centre\": 1 } }");
  const auto json = Json::parse(checked({"check-config", "--json", bad.c_str()}, kExitBadConfig));
  const Json problem{
      {"file", bad}, {"line", 2}, {"key", "radio.centre"}, {"reason", "unknown key; did you mean radio.center?"}};
  EXPECT_EQ(json, (Json{{"file", bad}, {"fine", false}, {"problems", Json::array({problem})}}));
  const auto good = write("good.json", "{}");
  EXPECT_EQ(Json::parse(checked({"check-config", good.c_str(), "--json"}, 0)).at("fine"), true);
}

TEST(Help, ShowsEveryKeyWithItsPlaceInAHundredColumns) {
  const std::string help = help_text();
  for (const Key& key : keys()) {
    EXPECT_NE(help.find("\n  " + std::string(key.flag) + ' '), std::string::npos) << key.flag;
    EXPECT_NE(help.find('[' + std::string(key.path) + '='), std::string::npos) << key.path;
  }
  std::istringstream lines(help);
  for (std::string line; std::getline(lines, line);) EXPECT_LE(line.size(), 100U) << line;
}

}  // namespace
}  // namespace spectrumd

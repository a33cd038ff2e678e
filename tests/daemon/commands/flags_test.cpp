// SPDX-License-Identifier: MIT
#include "daemon/commands/flags.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "command_line/program.h"
#include "daemon/commands/check_config.h"
#include "daemon/commands/commands.h"
#include "daemon/commands/record.h"
#include "daemon/commands/sweep/sweep_options.h"
#include "daemon/config/config_file.h"
#include "tests/fakes/environment.h"

namespace spectrumd {
namespace {

namespace fs = std::filesystem;
using command_line::Arguments, command_line::UsageError, command_line::Words;

Flags parsed(const Words& words) {
  Arguments arguments("spectrumd", words);
  add_settings(arguments);
  arguments.parse();
  return flags_of(arguments);
}

template <class Read>
std::string refusal(Read read, const Words& words) {
  try {
    read(words);
  } catch (const UsageError& error) {
    return error.what();
  }
  return "";
}

RecordOptions record_options(const Words& words) {
  Arguments arguments("spectrumd record", words);
  RecordOptions options;
  add_settings(arguments);
  add_record_options(arguments, options);
  arguments.parse();
  return options;
}

SweepOptions sweep_options(const Words& words) {
  Arguments arguments("spectrumd sweep", words);
  return parse_sweep_options(arguments);
}

// A home without a configuration, and files in it.
class FlagsAndFiles : public testing::Test {
 protected:
  FlagsAndFiles() { fs::create_directories(folder_); }
  ~FlagsAndFiles() override { fs::remove_all(folder_); }

  std::string write(const std::string& name, const std::string& text) const {
    fs::create_directories((folder_ / name).parent_path());
    std::ofstream(folder_ / name) << text;
    return (folder_ / name).string();
  }
  static std::string checked(const Words& words, int expected, bool json = false) {
    std::ostringstream out;
    EXPECT_EQ(check_config(parsed(words), json, out), expected) << out.str();
    return out.str();
  }

  fs::path folder_ = fs::path(testing::TempDir()) / ("command_line_test." + std::to_string(::getpid()));
  EnvironmentVariable home_{"HOME", folder_.string()};
  EnvironmentVariable xdg_{"XDG_CONFIG_HOME", std::nullopt};
};

TEST(Record, LastsAsLongAsAskedFor) {
  const RecordOptions options = record_options({"band", "--duration", "1.5m", "--center", "1M", "--json"});
  EXPECT_EQ(options.file, "band");
  EXPECT_EQ(options.seconds, 90);
  EXPECT_TRUE(options.json);
  EXPECT_FALSE(record_options({}).seconds);
  EXPECT_EQ(refusal(record_options, {"--duration", "soon"}),
            "--duration: soon is not a duration such as 10s, 5m or 1h; see spectrumd record --help");
}

// Text that sets a key, other than to its default.
std::string other_value(const Key& key) {
  const Json value = key.get(Settings{});
  if (value.is_boolean()) return value == true ? "false" : "true";
  for (const char* text : {"17",
                           "0.5",
                           "1M",
                           "max",
                           "hamming",
                           "cpu",
                           "cu8",
                           "debug",
                           "http://pi.local",
                           "0123456789abcdef",
                           "q",
                           "emulated",
                           "rtl_tcp=1234",
                           "88M:108M",
                           "40,30,20,5,5",
                           "wsjtx",
                           "mqtt://pi.local/shack",
                           "rigctld:pi.local",
                           "http://pi.local/write?db=shack",
                           "postgresql://pi.local/fleet",
                           "JO62QM",
                           "shack=http://pi.local",
                           "10s"}) {
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

TEST(Flags, HasAFlagForEveryKey) {
  for (const Key& key : keys()) {
    const std::string text = other_value(key);
    const std::string flag(key.flag);
    for (const auto& line : {parsed({flag, text}), parsed({flag + '=' + text})}) {
      ASSERT_EQ(line.overrides.size(), 1U) << flag;
      EXPECT_EQ(line.overrides[0].key, &key) << flag;
      EXPECT_EQ(line.overrides[0].text, text) << flag;
    }
  }
}

TEST_F(FlagsAndFiles, FlagsReachTheSettings) {
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

TEST(Flags, TakesBareFlagsAsYes) {
  EXPECT_EQ(parsed({"--open", "--center", "1M"}).overrides.at(0).text, "true");
  EXPECT_EQ(parsed({"--open=false"}).overrides.at(0).text, "false");
  EXPECT_EQ(parsed({"--open", "false"}).overrides.at(0).text, "false");
}

TEST(Flags, SuggestWhatMayHaveBeenMeant) {
  EXPECT_EQ(refusal(parsed, {"--centre", "5"}), "--centre: unknown flag, did you mean --center?; see spectrumd --help");
  EXPECT_EQ(refusal(parsed, {"--centre=5"}), "--centre=5: unknown flag, did you mean --center?; see spectrumd --help");
}

TEST(Flags, RefuseWhatMakesNoSense) {
  for (const Words& words :
       {Words{"--center"}, {"--json"}, {"--config"}, {"-x"}, {"--"}, {"--config", "a", "--config", "b"}})
    EXPECT_NE(refusal(parsed, words), "") << words[0];
}

TEST_F(FlagsAndFiles, FlagsWinOverTheFileAndTheFileOverDefaults) {
  const auto file = write("a.json", R"({ "radio": { "center": "1M", "rate": "1M" } })");
  const auto settings = load_settings(parsed({"--config", file, "--rate", "250k"}));
  EXPECT_EQ(settings.tuning.center, Hertz{1e6});
  EXPECT_EQ(settings.tuning.rate, Hertz{250e3});
  EXPECT_EQ(settings.analysis, Analysis{});
}

TEST_F(FlagsAndFiles, AReloadReadsTheFileAgainAndTheFlagsStillWin) {
  const auto file = write("a.json", R"({ "radio": { "center": "1M", "rate": "1M" } })");
  const auto line = parsed({"--config", file, "--rate", "250k"});
  load_settings(line);
  write("a.json", R"({ "radio": { "center": "2M", "rate": "2M" } })");
  EXPECT_EQ(load_settings(line).tuning.center, Hertz{2e6});
  EXPECT_EQ(load_settings(line).tuning.rate, Hertz{250e3});
}

TEST_F(FlagsAndFiles, TheUsualPlaceIsReadAndMayBeEmpty) {
  EXPECT_NO_THROW(load_settings(parsed({})));
  write(".config/spectrumd/spectrumd.json", R"({ "radio": { "center": "3M" } })");
  EXPECT_EQ(load_settings(parsed({})).tuning.center, Hertz{3e6});
}

TEST_F(FlagsAndFiles, ProblemsOfFileAndFlagsComeTogether) {
  const auto file = write("a.json", R"({ "radio": { "center": "far" } })");
  try {
    load_settings(parsed({"--config", file, "--fft", "3"}));
    FAIL() << "taken";
  } catch (const ConfigError& error) {
    EXPECT_EQ(error.what(), file + ":1: radio.center: \"far\" is not a number\n--fft: 3 is not in 16 to 4194304");
  }
}

TEST_F(FlagsAndFiles, AFileAskedForMustBeThere) {
  EXPECT_THROW(load_settings(parsed({"--config", (folder_ / "none").string()})), ConfigError);
  EXPECT_THROW(load_settings(parsed({"--config", ""})), ConfigError);
}

TEST_F(FlagsAndFiles, ListeningToTheWorldNeedsTheWill) {
  EXPECT_THROW(load_settings(parsed({"--listen", "0.0.0.0"})), ConfigError);
  EXPECT_NO_THROW(load_settings(parsed({"--listen", "0.0.0.0", "--open"})));
}

TEST_F(FlagsAndFiles, CheckConfigSaysFineOrWhatIsWrong) {
  const auto good = write("good.json", "{}");
  const auto bad = write("bad.json", "{\n \"radio\": { \"centre\": 1 } }");
  EXPECT_EQ(checked({"--config", good}, 0), good + ": fine\n");
  EXPECT_EQ(checked({"--config", bad}, command_line::kExitUsage),
            bad + ":2: radio.centre: unknown key; did you mean radio.center?\n");
  EXPECT_EQ(checked({"--config", good, "--fft", "3"}, command_line::kExitUsage), "--fft: 3 is not in 16 to 4194304\n");
}

TEST_F(FlagsAndFiles, CheckConfigTakesOneFile) {
  const auto run = [](const Words& words) {
    Arguments arguments("spectrumd check-config", words);
    add_settings(arguments);
    return run_check_config(arguments);
  };
  EXPECT_EQ(run({write("good.json", "{}")}), 0);
  EXPECT_NE(refusal(run, {"a", "b"}), "");
  EXPECT_NE(refusal(run, {"a", "--config", "b"}), "");
}

TEST_F(FlagsAndFiles, CheckConfigSpeaksJson) {
  const auto bad = write("bad.json", "{\n \"radio\": { \"centre\": 1 } }");
  const auto json = Json::parse(checked({"--config", bad}, command_line::kExitUsage, true));
  const Json problem{
      {"file", bad}, {"line", 2}, {"key", "radio.centre"}, {"reason", "unknown key; did you mean radio.center?"}};
  EXPECT_EQ(json, (Json{{"file", bad}, {"fine", false}, {"problems", Json::array({problem})}}));
  EXPECT_EQ(Json::parse(checked({"--config", write("good.json", "{}")}, 0, true)).at("fine"), true);
}

TEST_F(FlagsAndFiles, CheckConfigNamesASourceThatCannotOpen) {
  EXPECT_EQ(checked({"--source", "file:/nowhere/band.cu8"}, command_line::kExitUsage).find("source: "), 0U);
  EXPECT_NE(checked({"--source", "usb"}, command_line::kExitUsage).find("source \"usb\" is unknown"),
            std::string::npos);
  EXPECT_NE(checked({"--source", "sim", "--sim-scene", "/nowhere.json"}, command_line::kExitUsage), "");
  checked({"--source", "rtlsdr:serial=not-here-now"}, 0);  // the daemon waits for it
  checked({"--source", "-"}, 0);
  checked({"--source", "sim", "--span", "88M:108M"}, 0);
}

// As getopt does: values attached or not, flags together, the file anywhere, the last of a flag.
TEST(Sweep, IsTypedAsRtlPowerIs) {
  const SweepOptions options = sweep_options({"-1P", "-f88M:108M:125k", "out.csv", "-i", "5m", "-c20%", "-g", "-10",
                                              "-w", "hamming", "-e", "1h", "-F", "9", "-D", "-T", "-s", "x", "-i2m"});
  EXPECT_TRUE(options.single && options.peak_hold);
  EXPECT_FALSE(options.compat || options.from_daemon);
  EXPECT_EQ(options.interval, 120);
  EXPECT_EQ(options.run_time, 3600);
  EXPECT_EQ(options.file, "out.csv");
  std::vector<std::string> set;
  for (const auto& [key, text] : options.settings.overrides) set.push_back(std::string(key->flag) + ' ' + text);
  EXPECT_EQ(set, (std::vector<std::string>{"--gain -10", "--direct-sampling i", "--bias-tee true", "--source auto"}));
}

TEST(Sweep, NamesASourceByNumberSerialOrKind) {
  const auto source = [](const std::string& device) {
    return sweep_options({"-f", "88M:89M:10k", "-d", device}).settings.overrides.at(0).text;
  };
  EXPECT_EQ(source("1"), "rtlsdr:index=1");
  EXPECT_EQ(source("00000001"), "rtlsdr:serial=00000001");
  EXPECT_EQ(source("sim"), "sim");
  EXPECT_EQ(source("soapy:driver=airspy"), "soapy:driver=airspy");
}

TEST(Sweep, TakesTheLongFlagsOfSpectrumd) {
  const SweepOptions options =
      sweep_options({"-f", "88M:89M:10k", "--source", "sim", "--url=pi.local", "--config", "a.json", "--compat", "-"});
  EXPECT_EQ(options.settings.overrides.at(0).text, "sim");
  EXPECT_EQ(options.settings.overrides.size(), 1U);
  EXPECT_EQ(options.settings.config, "a.json");
  EXPECT_TRUE(options.compat && options.from_daemon);
  EXPECT_EQ(options.url, "pi.local");
  EXPECT_EQ(options.file, "-");
}

TEST(Sweep, RefusesWhatRtlPowerRefuses) {
  EXPECT_EQ(refusal(sweep_options, {}), "No frequency range provided.");
  EXPECT_NE(refusal(sweep_options, {"-f", "88M"}), "");
  EXPECT_NE(refusal(sweep_options, {"-f", "88M:108M:10k", "-c", "2"}), "");
  EXPECT_NE(refusal(sweep_options, {"-f"}), "");
  EXPECT_NE(refusal(sweep_options, {"-x"}).find("-x: unknown flag"), std::string::npos);
  EXPECT_NE(refusal(sweep_options, {"-1h"}).find("-f LOW:HIGH:BIN"), std::string::npos);
}

TEST(Help, ShowsEveryKeyWithItsPlaceInAHundredColumns) {
  Arguments arguments("spectrumd", {});
  add_settings(arguments);
  const std::string help = arguments.help();
  for (const Key& key : keys()) {
    EXPECT_NE(help.find("\n  " + std::string(key.flag) + ' '), std::string::npos) << key.flag;
    EXPECT_NE(help.find('[' + std::string(key.path) + '='), std::string::npos) << key.path;
  }
  std::istringstream lines(help);
  for (std::string line; std::getline(lines, line);) EXPECT_LE(line.size(), 100U) << line;
}

TEST(Help, InShortHasTheUsualFlags) {
  Arguments arguments("spectrumd", {});
  add_settings(arguments);
  const std::string help = arguments.help(false);
  for (const char* flag : {"--source", "--center", "--gain", "--listen", "--config"})
    EXPECT_NE(help.find("\n  " + std::string(flag) + ' '), std::string::npos) << flag;
  EXPECT_LE(std::ranges::count(help, '\n'), 20);
}

}  // namespace
}  // namespace spectrumd

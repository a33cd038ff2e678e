// SPDX-License-Identifier: MIT
#include "daemon/config/profiles.h"

#include <gtest/gtest.h>

#include "daemon/config/config_file.h"

namespace spectrumd {
namespace {

constexpr const char* kText = R"({
  "radio": { "center": "145M", "gain": 20 },
  "profiles": {
    "QO-100": { "source": "rtlsdr:serial=2", "radio": { "center": "10489.75M", "offset": "-9750M" } },
    "40m": { "radio": { "center": "7.1M" }, "spectrum": { "fft": 8192 } }
  }
})";

Settings loaded(const std::string& text) {
  Settings settings;
  apply_config_text(settings, text, "f");
  return settings;
}

std::vector<std::string> problems_of_profiles(const std::string& text) {
  std::vector<std::string> problems;
  try {
    (void)loaded(text);
  } catch (const ConfigError& error) {
    for (const ConfigProblem& problem : error.problems) problems.push_back(to_string(problem));
  }
  return problems;
}

TEST(Profiles, ChangeNothingUntilOneIsChosen) {
  const Settings settings = loaded(kText);
  ASSERT_EQ(settings.profiles.size(), 2U);
  EXPECT_EQ(settings.tuning.center, Hertz{145e6});
  EXPECT_EQ(with_profile(settings), settings);
}

TEST(Profiles, AddWhatTheyNameToTheConfiguration) {
  Settings settings = loaded(kText);
  settings.profile = "QO-100";
  settings = with_profile(settings);
  EXPECT_EQ(settings.source, "rtlsdr:serial=2");
  EXPECT_EQ(settings.tuning.center, Hertz{10489.75e6});
  EXPECT_EQ(settings.tuning.conversion.offset, Hertz{-9750e6});
  EXPECT_EQ(settings.tuning.gain, Decibels{20}) << "of the configuration";
}

TEST(Profiles, AreNamedWhereOneIsUnknown) {
  Settings settings = loaded(kText);
  settings.profile = "20m";
  try {
    (void)with_profile(settings);
    FAIL();
  } catch (const ConfigError& error) {
    EXPECT_STREQ(error.what(), "profile: no profile \"20m\", but QO-100, 40m");
  }
}

TEST(Profiles, AreCheckedWhenTheyAreRead) {
  EXPECT_EQ(problems_of_profiles(R"({
    "profiles": {
      "a": { "radio": { "centre": 1e6,
                        "rate": "fast" } },
      "b": { "server": { "open": true } },
      "c": 7
    } })"),
            (std::vector<std::string>{
                "f:3: profiles.a.radio.centre: unknown key; did you mean radio.center?",
                "f:4: profiles.a.radio.rate: \"fast\" is not a number",
                "f:5: profiles.b.server.open: not a setting of source, radio or spectrum: the same for all profiles",
                "f:6: profiles.c: must be a set of settings: { ... }"}));
  EXPECT_EQ(problems_of_profiles(R"({ "profiles": [] })").size(), 1U);
}

}  // namespace
}  // namespace spectrumd

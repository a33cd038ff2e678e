// SPDX-License-Identifier: MIT
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>

#include "tests/daemon/watch/scripted_scene.h"

namespace spectrumd {
namespace {

// A day in twenty minutes: tests/bench/rules watches a whole one.
TEST(Scene, IsFoundWithoutAFalseAlarm) {
  const SceneOptions options{.seconds = 1200, .bursts = 20, .seed = 3};
  const auto scene = scripted_scene(options);
  const SceneResult result = watch_scene(scene, options);
  for (const auto& [rule, score] : result.scores) {
    EXPECT_EQ(score.false_alarms, 0) << rule;
    EXPECT_EQ(score.found, score.scripted) << rule << ": " << fmt::format("{}", fmt::join(result.missed, "; "));
  }
  EXPECT_EQ(result.scores.at("appear").scripted, 20 + 4 + 4 + 1);
  EXPECT_EQ(result.scores.at("vanish").scripted, 4);
}

TEST(Scene, OfNoiseAloneHasNoAlarm) {
  const SceneOptions options{.seconds = 600, .bins = 512, .bursts = 0, .seed = 9};
  for (const auto& [rule, score] : watch_scene({}, options).scores) EXPECT_EQ(score.alarms, 0) << rule;
}

}  // namespace
}  // namespace spectrumd

// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "gpufft/demos/radar/detection.h"
#include "gpufft/demos/radar/range_doppler.h"
#include "gpufft/demos/radar/scene.h"

namespace gpufft::program {
namespace {

constexpr Radar kSmall{.samples = 1024, .pulses = 64};

Findings look(const Radar& radar, const std::vector<Target>& targets, std::string_view backend = "cpu") {
  RangeDoppler processor(radar, backend_named(backend));
  return compare(radar, targets, detect(radar, processor.process(echoes(radar, targets, 7))));
}

TEST(Radar, FindsATargetWhereItWasPut) {
  const Target target{.range = 700, .speed = -21, .level = 10};
  const Findings findings = look(kSmall, {target});
  ASSERT_EQ(findings.missed(), 0u);
  EXPECT_EQ(findings.false_alarms, 0u);
  const Target& found = *findings.targets[0].found;
  EXPECT_NEAR(found.range, target.range, 0.15 * kSmall.range_step());
  EXPECT_NEAR(found.speed, target.speed, 0.15 * kSmall.speed_step());
  EXPECT_NEAR(found.level, target.level, 0.3);
}

// Both exceed the noise only by the processing gain of the transforms.
TEST(Radar, FindsWhatLiesBelowTheNoiseOfASample) {
  EXPECT_EQ(look(kSmall, {{.range = 300, .speed = 5, .level = -25}}).missed(), 0u);
}

TEST(Radar, FindsTheWeakBesideTheStrong) {
  const Radar radar{.samples = 1024, .pulses = 128};
  const Findings findings = look(radar, {{.range = 400, .speed = 10, .level = 20},
                                         {.range = 400 + 12 * radar.range_step(), .speed = 10, .level = -20},
                                         {.range = 400, .speed = 10 - 12 * radar.speed_step(), .level = -20}});
  EXPECT_EQ(findings.missed(), 0u);
  EXPECT_EQ(findings.false_alarms, 0u);
}

TEST(Radar, TellsComingFromGoing) {
  const Findings findings =
      look(kSmall, {{.range = 500, .speed = 30, .level = 0}, {.range = 800, .speed = -30, .level = 0}});
  ASSERT_EQ(findings.missed(), 0u);
  EXPECT_GT(findings.targets[0].found->speed, 0);
  EXPECT_LT(findings.targets[1].found->speed, 0);
}

TEST(Radar, FindsNothingInNoise) {
  const Radar radar{.samples = 2048, .pulses = 128};
  for (std::uint32_t seed = 1; seed <= 4; ++seed) {
    RangeDoppler processor(radar, backend_named("cpu"));
    EXPECT_TRUE(detect(radar, processor.process(echoes(radar, {}, seed))).empty()) << seed;
  }
}

TEST(Radar, SaysWhichTargetsItMissed) {
  const std::vector<Target> placed{{.range = 100, .speed = 0, .level = 0}, {.range = 500, .speed = 0, .level = 0}};
  const Findings findings =
      compare(kSmall, placed, {{.range = 101, .speed = 0.1, .level = 0}, {.range = 300, .speed = 0, .level = 0}});
  EXPECT_EQ(findings.missed(), 1u);
  EXPECT_TRUE(findings.targets[0].found);
  EXPECT_FALSE(findings.targets[1].found);
  EXPECT_EQ(findings.false_alarms, 1u);
}

TEST(Radar, FindsTheSameOnTheQpus) {
  const Radar radar{.rate_hz = 60e6, .chirp_seconds = 3e-6, .samples = 512, .pulses = 32};
  const std::vector<Target> targets{{.range = 300, .speed = 12, .level = -5}, {.range = 600, .speed = -40, .level = 0}};
  const Findings cpu = look(radar, targets), qpu = look(radar, targets, "qpu:emulated");
  ASSERT_EQ(cpu.missed() + qpu.missed(), 0u);
  for (std::size_t i = 0; i < targets.size(); ++i) {
    EXPECT_NEAR(qpu.targets[i].found->range, cpu.targets[i].found->range, 0.01);
    EXPECT_NEAR(qpu.targets[i].found->level, cpu.targets[i].found->level, 0.01);
  }
}

TEST(RandomTargets, LieApartAndWithinReach) {
  const auto targets = random_targets(Radar(), 20, 3);
  for (const Target& target : targets) {
    EXPECT_LT(target.range, Radar().farthest());
    EXPECT_LT(std::abs(target.speed), Radar().fastest());
  }
  EXPECT_EQ(look(Radar(), targets).missed(), 0u);
}

TEST(TurnCorner, TurnsAnyRectangle) {
  for (const auto& [rows, columns] :
       {std::pair<std::size_t, std::size_t>{1, 1}, {3, 40}, {16, 16}, {33, 17}, {100, 1}}) {
    Echoes in(rows * columns), out(in.size());
    for (std::size_t i = 0; i < in.size(); ++i) in[i] = static_cast<float>(i);
    turn_corner(in, rows, columns, out);
    for (std::size_t row = 0; row < rows; ++row)
      for (std::size_t column = 0; column < columns; ++column)
        ASSERT_EQ(out[column * rows + row], in[row * columns + column]);
  }
}

}  // namespace
}  // namespace gpufft::program

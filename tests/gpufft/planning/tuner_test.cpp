// SPDX-License-Identifier: MIT
#include "gpufft/planning/tuner.h"

#include <gtest/gtest.h>

#include <array>

namespace gpufft {
namespace {

enum class Work { Points, Power };
const char* to_string(Work work) { return work == Work::Points ? "points" : "power"; }

TEST(Timings, TimeEachRecipeOnce) {
  Timings timings;
  int runs = 0;
  const auto time = [&] { return 1.0 * ++runs; };
  EXPECT_EQ(timings.of("a", time), 1);
  EXPECT_EQ(timings.of("b", time), 2);
  EXPECT_EQ(timings.of("a", time), 1);
  EXPECT_EQ(runs, 2);
}

TEST(Timings, GiveTheFastestFirst) {
  Timings timings;
  timings.note("slow", 3);
  timings.note("fast", 1);
  timings.note("fair", 2);
  std::string order;
  for (const Timing& timing : timings.fastest_first()) order += timing.recipe + ' ';
  EXPECT_EQ(order, "fast fair slow ");
}

TEST(Tune, ReportsAllAndLearnsTheFastestOfEachWork) {
  Wisdom wisdom("test", "device");
  const auto measure = [](Work work, std::size_t length) {
    Timings timings;
    timings.note("short", work == Work::Points ? 1.0 : 9.0);
    timings.note("long", static_cast<double>(length));
    return timings.fastest_first();
  };
  std::string reported;
  tune(wisdom, std::array{Work::Points, Work::Power}, 4, measure,
       [&](Work work, const Timing& timing) { reported += to_string(work) + (' ' + timing.recipe) + ';'; });
  EXPECT_EQ(reported, "points short;points long;power long;power short;");
  EXPECT_EQ(wisdom.recipe("points 4"), "short");
  EXPECT_EQ(wisdom.recipe("power 4"), "long");
}

}  // namespace
}  // namespace gpufft

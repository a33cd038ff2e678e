// SPDX-License-Identifier: MIT
#include "gpufft/opencl/tuner.h"

#include <cmath>
#include <sstream>

#include "tests/gpufft/opencl/pocl.h"

namespace gpufft::opencl {
namespace {

constexpr Limits kLanes{{.vectorised = true, .padded = false}, 1 << 19, 1024, 16};

bool same(const std::vector<StepShape>& some, const std::vector<StepShape>& others) {
  return std::ranges::equal(some, others, [](const StepShape& a, const StepShape& b) {
    return a.points == b.points && a.length == b.length && a.before == b.before && a.radices == b.radices &&
           a.columns_together == b.columns_together && a.items == b.items && a.lanes == b.lanes &&
           a.exchange == b.exchange && a.across == b.across;
  });
}

TEST(OpenClRecipes, SayAllOfAPlan) {
  for (const Limits& limits : {kGpu, kLanes}) {
    for (const std::size_t length : {16, 120, 1000, 1024, 20000, 65536, 1 << 20}) {
      const auto steps = plan_steps(length, 1, limits);
      const auto again = steps_of(recipe_of(steps), length, limits);
      ASSERT_TRUE(again) << recipe_of(steps);
      EXPECT_TRUE(same(*again, steps)) << recipe_of(steps);
    }
  }
}

TEST(OpenClRecipes, ThatAreNoPlanAreNone) {
  EXPECT_TRUE(steps_of("16x16:1:16:0", 256, kGpu));
  for (const char* const text :
       {"", "16", "16x16", "16x16:1:16", "16x16:0:16:0", "16x16:1:0:0", "16x8:1:16:0", "x16x16:1:16:0",
        "16x16:1:16:0|2:1:1:0", "16xx16:1:16:0", "11x16:1:16:0", "16x16:1:99999:0", "16x16:1:16:16"})
    EXPECT_FALSE(steps_of(text, 256, kGpu)) << text;
}

class OpenClTuner : public OpenClTest {};

TEST_F(OpenClTuner, TimesDifferentWaysOfWhichEachIsAPlan) {
  const Device device(facts_);
  const auto timings = measure(device, Work::Points, 64);
  ASSERT_GE(timings.size(), 3U);
  for (std::size_t i = 0; i < timings.size(); ++i) {
    EXPECT_TRUE(steps_of(timings[i].recipe, 64, device.limits())) << timings[i].recipe;
    EXPECT_GE(timings[i].seconds, timings[i == 0 ? 0 : i - 1].seconds);
  }
  EXPECT_TRUE(std::isfinite(timings.front().seconds));
  EXPECT_THROW(measure(device, Work::Points, 17), PlanError);
}

TEST_F(OpenClTuner, WhatWasMeasuredIsPlanned) {
  const Device device(facts_);
  const auto unmeasured = plan_steps(192, 1, device.limits());
  EXPECT_TRUE(same(best_steps(device, Work::Points, 192), unmeasured));
  auto wider = unmeasured;
  wider.front().columns_together *= 2;
  wisdom_of(facts_).learn("points 192", recipe_of(wider));
  EXPECT_TRUE(same(best_steps(device, Work::Points, 192), wider));
  EXPECT_TRUE(same(best_steps(device, Work::Power, 192), unmeasured));
  const Device as_gpu(facts_, kGpu);
  EXPECT_TRUE(same(best_steps(as_gpu, Work::Points, 192), plan_steps(192, 1, kGpu)));
}

}  // namespace
}  // namespace gpufft::opencl

// SPDX-License-Identifier: MIT
#include "gpufft/cpu/costs.h"

#include <gtest/gtest.h>

#include <cmath>
#include <sstream>

namespace gpufft::cpu {
namespace {

using Radices = std::vector<std::size_t>;

// Radix 4 is cheap here, everything else expensive.
Wisdom wisdom_of_fours() {
  Wisdom wisdom("cpu", "a processor");
  for (std::size_t left = 64; left > 1; left /= 2) {
    for (const std::size_t radix : {2, 4, 8, 16}) {
      if (left % radix == 0) learn_step(wisdom, kPlainTarget, 1, radix, left / radix, radix == 4 ? 0.5 : 50.0);
    }
  }
  return wisdom;
}

Radices best(const Wisdom& wisdom, std::size_t lanes, std::size_t columns) {
  return routes(wisdom, kPlainTarget, lanes, columns).front().radices;
}

TEST(Costs, OverruleTheModel) {
  EXPECT_EQ(best(wisdom_of_fours(), 1, 64), Radices(3, 4));
  EXPECT_NE(best(Wisdom("cpu", "a processor"), 1, 64), Radices(3, 4));
}

TEST(Costs, ThatDoNotLeadAllTheWayLeaveItToTheModel) {
  const auto wisdom = wisdom_of_fours();
  const Wisdom nothing("cpu", "");
  EXPECT_EQ(best(wisdom, 1, 128), best(nothing, 1, 128));
  EXPECT_EQ(best(wisdom, 4, 64), best(nothing, 4, 64));
}

TEST(Costs, OfStepsAndOfWholeTransformsAreKept) {
  auto wisdom = wisdom_of_fours();
  learn_way(wisdom, kPlainTarget, "rader", 257, 1234.5);
  std::stringstream file;
  wisdom.write(file);
  Wisdom read("cpu", "a processor");
  EXPECT_EQ(read.read(file), std::nullopt);
  EXPECT_EQ(way_cost(read, kPlainTarget, "rader", 257), 1234.5);
  EXPECT_EQ(way_cost(read, kPlainTarget, "bluestein", 257), std::nullopt);
  EXPECT_EQ(best(read, 1, 64), Radices(3, 4));
}

TEST(Costs, AreReadFromFilesOfEarlierVersions) {
  std::istringstream file("gpufft wisdom 1\na processor\nplain 1 4 16 0.5\nplain 1 4 4 0.5\nplain 1 4 1 0.5\n");
  Wisdom wisdom("cpu", "a processor");
  EXPECT_EQ(wisdom.read(file), std::nullopt);
  EXPECT_EQ(best(wisdom, 1, 64), Radices(3, 4));
}

TEST(Costs, AreMeasuredForEveryStepThatCouldBePartOfATransform) {
  for (const auto& target : targets()) {
    Wisdom wisdom("cpu", "this");
    const auto& kernels = target.kernels.front();
    measure_steps(target, kernels, 48, wisdom);
    const auto cost = step_cost(wisdom, target, kernels.lanes);
    EXPECT_GT(cost(16, 3), 0) << target.name;
    for (const auto& [radix, part] : {std::pair(16, 3), {3, 16}, {2, 1}, {4, 12}, {8, 2}}) {
      EXPECT_TRUE(std::isfinite(cost(static_cast<std::size_t>(radix), static_cast<std::size_t>(part)))) << radix;
    }
    EXPECT_TRUE(std::isinf(cost(5, 1)));
  }
}

}  // namespace
}  // namespace gpufft::cpu

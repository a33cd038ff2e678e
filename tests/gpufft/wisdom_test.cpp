// SPDX-License-Identifier: MIT
#include "gpufft/cpu/wisdom.h"

#include <gtest/gtest.h>

#include <cmath>
#include <sstream>

namespace {

using gpufft::cpu::kPlainTarget;
using gpufft::cpu::Wisdom;
using Radices = std::vector<std::size_t>;

// Fours are cheap here, everything else is dear.
Wisdom wisdom_of_fours() {
  Wisdom wisdom("a processor");
  for (std::size_t left = 64; left > 1; left /= 2) {
    for (const std::size_t radix : {2, 4, 8, 16}) {
      if (left % radix == 0) wisdom.learn(kPlainTarget, 1, radix, left / radix, radix == 4 ? 0.5 : 50.0);
    }
  }
  return wisdom;
}

std::optional<std::string> complaint(Wisdom& wisdom, const std::string& text) {
  std::istringstream in(text);
  return wisdom.read(in);
}

TEST(Wisdom, OverrulesTheModel) {
  EXPECT_EQ(wisdom_of_fours().routes(kPlainTarget, 1, 64).front().radices, Radices(3, 4));
  EXPECT_NE(Wisdom("a processor").routes(kPlainTarget, 1, 64).front().radices, Radices(3, 4));
}

TEST(Wisdom, ThatDoesNotLeadAllTheWayLeavesItToTheModel) {
  const auto wisdom = wisdom_of_fours();
  EXPECT_EQ(wisdom.routes(kPlainTarget, 1, 128).front().radices,
            Wisdom("").routes(kPlainTarget, 1, 128).front().radices);
  EXPECT_EQ(wisdom.routes(kPlainTarget, 4, 64).front().radices, Wisdom("").routes(kPlainTarget, 4, 64).front().radices);
}

TEST(Wisdom, ReadsBackWhatItWrites) {
  std::ostringstream out;
  wisdom_of_fours().write(out);
  Wisdom read("a processor");
  EXPECT_EQ(complaint(read, out.str()), std::nullopt);
  EXPECT_EQ(read.routes(kPlainTarget, 1, 64).front().radices, Radices(3, 4));
}

TEST(Wisdom, KeepsWhatWholeTransformsCost) {
  auto wisdom = wisdom_of_fours();
  wisdom.learn_way(kPlainTarget, "rader", 257, 1234.5);
  std::ostringstream out;
  wisdom.write(out);
  Wisdom read("a processor");
  EXPECT_EQ(complaint(read, out.str()), std::nullopt);
  EXPECT_EQ(read.way_cost(kPlainTarget, "rader", 257), 1234.5);
  EXPECT_EQ(read.way_cost(kPlainTarget, "bluestein", 257), std::nullopt);
  EXPECT_EQ(read.routes(kPlainTarget, 1, 64).front().radices, Radices(3, 4));
}

TEST(Wisdom, OfAnotherProcessorOrDamagedIsNotTaken) {
  std::ostringstream out;
  wisdom_of_fours().write(out);
  const std::string good = out.str();
  Wisdom other("another processor");
  EXPECT_EQ(complaint(other, good), "made on another processor, a processor");
  Wisdom same("a processor");
  EXPECT_EQ(complaint(same, ""), "not a wisdom file");
  EXPECT_EQ(complaint(same, "gpufft wisdom 2\na processor\n"), "not a wisdom file");
  EXPECT_EQ(complaint(same, good + "plain 1 8 x"), "damaged");
  EXPECT_EQ(complaint(same, good + "plain 1 8 8 -3\n"), "damaged");
  EXPECT_EQ(complaint(same, good + "plain rader 257\n"), "damaged");
  EXPECT_NE(same.routes(kPlainTarget, 1, 64).front().radices, Radices(3, 4));
}

TEST(Wisdom, IsMeasuredForEveryStepThatCouldBePartOfATransform) {
  for (const auto& target : gpufft::cpu::targets()) {
    Wisdom wisdom("this");
    const auto& kernels = target.kernels.front();
    gpufft::cpu::measure(target, kernels, 48, wisdom);
    const auto cost = wisdom.cost(target, kernels.lanes);
    EXPECT_GT(cost(16, 3), 0) << target.name;
    for (const auto& [radix, part] : {std::pair(16, 3), {3, 16}, {2, 1}, {4, 12}, {8, 2}}) {
      EXPECT_TRUE(std::isfinite(cost(static_cast<std::size_t>(radix), static_cast<std::size_t>(part)))) << radix;
    }
    EXPECT_TRUE(std::isinf(cost(5, 1)));
  }
}

}  // namespace

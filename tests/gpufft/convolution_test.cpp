// SPDX-License-Identifier: MIT
#include "gpufft/cpu/convolution.h"

#include <gtest/gtest.h>

#include "gpufft/cpu/costs.h"
#include "gpufft/cpu/plan.h"
#include "gpufft/cpu/rader.h"
#include "tests/gpufft/double_dft.h"
#include "tests/gpufft/signals.h"

namespace {

using namespace gpufft::cpu;
using gpufft::Direction;
using gpufft::Wisdom;

TEST(Rader, TakesPrimesNextToALengthThatPassesDo) {
  for (const std::size_t length : {3, 5, 11, 17, 23, 53, 101, 257, 1009, 65537})
    EXPECT_TRUE(Rader::supports(length)) << length;
  for (const std::size_t length : {1, 2, 4, 9, 47, 121, 10007, 65535}) EXPECT_FALSE(Rader::supports(length)) << length;
}

TEST(Convolution, IsDoneByEveryWayThereIs) {
  for (const Target& target : targets()) {
    for (const std::size_t length : {11, 23, 47, 53, 101, 514, 1009, 1047}) {
      const auto x = random_points(length, 1);
      const auto truth = oracle::dft(in_double(x));
      const auto ways = convolutions_for(target, length);
      EXPECT_EQ(ways.size(), Rader::supports(length) ? 2U : 1U);
      for (const auto& way : ways) {
        EXPECT_TRUE(Plan::supports(way.points)) << way.points;
        FloatPoints out(length), back(length);
        const auto fft = plan_convolution(target, length, way);
        fft->transform(x, out, Direction::Forward);
        EXPECT_LE(relative_error(in_double(out), truth), 1e-6) << way.way << ' ' << length << ' ' << target.name;
        fft->transform(out, back, Direction::Inverse);
        for (auto& point : back) point /= static_cast<float>(length);
        EXPECT_LE(relative_error(in_double(back), in_double(x)), 1e-6) << way.way << ' ' << length;
      }
    }
  }
}

TEST(Convolution, MeasuresEveryWay) {
  Wisdom wisdom("cpu", "this");
  const Target& target = targets().front();
  measure_convolutions(target, 257, wisdom);
  EXPECT_GT(way_cost(wisdom, target, kRader, 257).value_or(0), 0);
  EXPECT_GT(way_cost(wisdom, target, kBluestein, 257).value_or(0), 0);
}

}  // namespace

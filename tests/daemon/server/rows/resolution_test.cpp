// SPDX-License-Identifier: MIT
#include "daemon/server/rows/resolution.h"

#include <gtest/gtest.h>

namespace spectrumd {
namespace {

TEST(ResolutionBandwidth, IsTheNoiseBandwidthOfTheWindow) {
  const gpufft::Window hann{}, none{.shape = gpufft::Window::Shape::Rectangle},
      flat{.shape = gpufft::Window::Shape::FlatTop};
  const Hertz bin{2.4e6 / 4096};
  EXPECT_EQ(resolution_bandwidth(bin, hann, 4096).value, 878.90625);
  EXPECT_EQ(resolution_bandwidth(bin, none, 4096).value, 585.9375);
  EXPECT_NEAR(resolution_bandwidth(bin, flat, 4096).value / bin.value, 3.77, 0.01);
  EXPECT_EQ(resolution_bandwidth(bin, hann, 1 << 22).value, 878.90625) << "and again for the first";
}

}  // namespace
}  // namespace spectrumd

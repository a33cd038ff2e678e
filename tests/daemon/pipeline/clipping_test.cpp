// SPDX-License-Identifier: MIT
#include "daemon/pipeline/clipping.h"

#include <gtest/gtest.h>

#include <limits>
#include <vector>

namespace spectrumd {
namespace {

template <class Value>
std::uint64_t count(gpufft::SampleFormat format, const std::vector<Value>& values) {
  return clipped_samples(format, std::as_bytes(std::span(values)));
}

TEST(Clipping, CountsASampleOnceWhetherIOrQTouchesAnEnd) {
  EXPECT_EQ(count<std::uint8_t>(gpufft::SampleFormat::Cu8, {0, 128, 128, 255, 0, 255, 1, 254}), 3U);
  EXPECT_EQ(count<std::int8_t>(gpufft::SampleFormat::Cs8, {-128, 0, 127, 127, -127, 126}), 2U);
  EXPECT_EQ(count<std::int16_t>(gpufft::SampleFormat::Cs16, {-32768, 0, 0, 32767, 32766, -32767}), 2U);
  EXPECT_EQ(count<float>(gpufft::SampleFormat::Cf32, {0.99F, 0, 1, 0, 0, -1.5F}), 2U);
}

TEST(Clipping, WhatIsNoNumberIsNotInRange) {
  EXPECT_EQ(count<float>(gpufft::SampleFormat::Cf32, {std::numeric_limits<float>::quiet_NaN(), 0}), 1U);
}

}  // namespace
}  // namespace spectrumd

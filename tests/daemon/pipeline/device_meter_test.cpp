// SPDX-License-Identifier: MIT
#include "daemon/pipeline/device_meter.h"

#include <gtest/gtest.h>

namespace spectrumd {
namespace {

using Seconds = std::chrono::duration<double>;

TEST(DeviceMeter, SharesTheTimeOfTheDeviceByThatOfTheSignal) {
  DeviceMeter meter;
  for (int batch = 1; batch <= 40; ++batch)
    meter.note({static_cast<std::uint64_t>(batch), Seconds(0.002 * batch)}, 0.05);
  EXPECT_NEAR(meter.load().ratio, 0.04, 1e-6);
  EXPECT_NEAR(meter.load().batch_seconds, 0.002, 1e-9);
}

TEST(DeviceMeter, IsZeroWithoutADevice) {
  DeviceMeter meter;
  meter.note({}, 3);
  EXPECT_EQ(meter.load().ratio, 0);
  EXPECT_EQ(meter.load().batch_seconds, 0);
}

TEST(DeviceMeter, DoesNotMindAPlanThatCountsFromTheStart) {
  DeviceMeter meter;
  meter.note({100, Seconds(5)}, 1);
  meter.note({1, Seconds(0.01)}, 0.5);  // another plan
  meter.note({2, Seconds(0.02)}, 0.5);
  EXPECT_NEAR(meter.load().ratio, 0.01, 1e-9);
  EXPECT_NEAR(meter.load().batch_seconds, 0.01, 1e-9);
}

}  // namespace
}  // namespace spectrumd

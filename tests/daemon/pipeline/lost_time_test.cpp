// SPDX-License-Identifier: MIT
#include "daemon/pipeline/lost_time.h"

#include <gtest/gtest.h>

namespace spectrumd {
namespace {

TEST(LostTime, IsSaidInSecondsOrMilliseconds) {
  EXPECT_EQ(lost_time_text(2'510'592, {2.4e6}), "1.0 s lost");
  EXPECT_EQ(lost_time_text(60'000'000, {2.4e6}), "25.0 s lost");
  EXPECT_EQ(lost_time_text(12'000, {2.4e6}), "5 ms lost");
  EXPECT_EQ(lost_time_text(2'399'000, {2.4e6}), "1.0 s lost") << "not 1000 ms";
  EXPECT_EQ(lost_time_text(1, {2.4e6}), "1 ms lost") << "not nothing";
}

}  // namespace
}  // namespace spectrumd

// SPDX-License-Identifier: MIT
#include "daemon/pipeline/heartbeat.h"

#include <gtest/gtest.h>

namespace spectrumd {
namespace {

using namespace std::chrono_literals;

class HeartbeatsTest : public testing::Test {
 protected:
  Heartbeats::Clock::time_point now_{1h};
  Heartbeats heartbeats_{[this] { return now_; }};
};

TEST_F(HeartbeatsTest, NamesTheThreadThatStopped) {
  heartbeats_.tick(Heartbeats::Dsp);
  EXPECT_EQ(heartbeats_.silent(20ms), std::nullopt);
  now_ += 21ms;
  heartbeats_.tick(Heartbeats::Source);
  heartbeats_.tick(Heartbeats::WebSocket);
  EXPECT_EQ(heartbeats_.silent(20ms), "dsp");
  EXPECT_EQ(heartbeats_.silent(21ms), std::nullopt);
}

TEST_F(HeartbeatsTest, WatchesAThreadFromItsFirstTickUntilItRests) {
  now_ += 1ms;
  EXPECT_EQ(heartbeats_.silent(0ms), std::nullopt);
  heartbeats_.tick(Heartbeats::Http);
  now_ += 1ms;
  EXPECT_EQ(heartbeats_.silent(0ms), "http");
  heartbeats_.rest(Heartbeats::Http);
  EXPECT_EQ(heartbeats_.silent(0ms), std::nullopt);
}

}  // namespace
}  // namespace spectrumd

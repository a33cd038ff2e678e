// SPDX-License-Identifier: MIT
#include "daemon/pipeline/heartbeat.h"

#include <gtest/gtest.h>

#include <thread>

namespace spectrumd {
namespace {

using namespace std::chrono_literals;

TEST(Heartbeats, NamesTheThreadThatStopped) {
  Heartbeats heartbeats;
  EXPECT_EQ(heartbeats.silent(1s), std::nullopt);
  std::this_thread::sleep_for(30ms);
  heartbeats.tick(Heartbeats::Source);
  heartbeats.tick(Heartbeats::Server);
  EXPECT_EQ(heartbeats.silent(20ms), "dsp");
}

}  // namespace
}  // namespace spectrumd

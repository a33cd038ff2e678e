// SPDX-License-Identifier: MIT
#include "daemon/pipeline/heartbeat.h"

#include <gtest/gtest.h>

#include <thread>

namespace spectrumd {
namespace {

using namespace std::chrono_literals;

TEST(Heartbeats, NamesTheThreadThatStopped) {
  Heartbeats heartbeats;
  heartbeats.tick(Heartbeats::Dsp);
  EXPECT_EQ(heartbeats.silent(60s), std::nullopt);
  std::this_thread::sleep_for(30ms);
  heartbeats.tick(Heartbeats::Source);
  heartbeats.tick(Heartbeats::WebSocket);
  EXPECT_EQ(heartbeats.silent(20ms), "dsp");
}

TEST(Heartbeats, WatchesAThreadFromItsFirstTickOn) {
  Heartbeats heartbeats;
  std::this_thread::sleep_for(1ms);
  EXPECT_EQ(heartbeats.silent(0ms), std::nullopt);
  heartbeats.tick(Heartbeats::Http);
  std::this_thread::sleep_for(1ms);
  EXPECT_EQ(heartbeats.silent(0ms), "http");
}

}  // namespace
}  // namespace spectrumd

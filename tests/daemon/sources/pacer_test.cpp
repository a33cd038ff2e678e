// SPDX-License-Identifier: MIT
#include "daemon/sources/pacer.h"

#include <gtest/gtest.h>

#include <thread>

#include "tests/daemon/sources/test_sink.h"

namespace spectrumd {
namespace {

using namespace std::chrono_literals;

double seconds_since(Pacer::Clock::time_point start) {
  return std::chrono::duration<double>(Pacer::Clock::now() - start).count();
}

TEST(Pacer, MakesUpForALateBlock) {
  TestSink sink;
  const auto start = Pacer::Clock::now();
  Pacer pacer(1000);
  EXPECT_TRUE(pacer.wait_for(20, sink.stop.get_token(), sink));
  std::this_thread::sleep_for(250ms);
  for (int block = 0; block < 15; ++block) EXPECT_TRUE(pacer.wait_for(20, sink.stop.get_token(), sink));
  EXPECT_GE(seconds_since(start), 0.32);
  EXPECT_LT(seconds_since(start), 0.52) << "deadlines count from the start";
}

TEST(Pacer, ContinuesAtANewRate) {
  TestSink sink;
  const auto start = Pacer::Clock::now();
  Pacer pacer(1000);
  (void)pacer.wait_for(50, sink.stop.get_token(), sink);
  pacer.change_rate(100'000);
  (void)pacer.wait_for(5000, sink.stop.get_token(), sink);
  EXPECT_GE(seconds_since(start), 0.1);
  EXPECT_LT(seconds_since(start), 0.5);
}

TEST(Pacer, KnowsHowLateItIs) {
  Pacer pacer(1000);
  std::this_thread::sleep_for(50ms);
  EXPECT_GE(pacer.samples_late(), 50);
  pacer.let_go(100'000);
  EXPECT_LT(pacer.samples_late(), 0);
}

TEST(Pacer, NotifiesTheSinkThatItWaitsAndStopsOnRequest) {
  TestSink sink;
  Pacer pacer(1);
  std::jthread stopper([&] {
    std::this_thread::sleep_for(120ms);
    sink.stop.request_stop();
  });
  const auto start = Pacer::Clock::now();
  EXPECT_FALSE(pacer.wait_for(100, sink.stop.get_token(), sink));
  EXPECT_LT(seconds_since(start), 1);
  EXPECT_GE(sink.idles, 2);
}

}  // namespace
}  // namespace spectrumd

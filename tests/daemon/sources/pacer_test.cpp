// SPDX-License-Identifier: MIT
#include "daemon/sources/pacer.h"

#include <gtest/gtest.h>

#include "tests/daemon/sources/test_sink.h"

namespace spectrumd {
namespace {

using namespace std::chrono_literals;

// Time passes while the pacer waits, and when a test says so.
class PacerTest : public testing::Test {
 protected:
  PacerTest() {
    sink_.on_idle = [this] {
      now_ += 5ms;
      if (sink_.idles == stop_after_) sink_.stop.request_stop();
    };
  }
  // How long it has let a block of samples wait.
  std::chrono::nanoseconds wait(Pacer& pacer, std::uint64_t samples) {
    const auto start = now_;
    EXPECT_TRUE(pacer.wait_for(samples, sink_.stop.get_token(), sink_));
    return now_ - start;
  }
  Pacer pacer(double rate) {
    return Pacer(rate, [this] { return now_; });
  }

  TestSink sink_;
  Pacer::Clock::time_point now_{1h};
  int stop_after_ = -1;
};

TEST_F(PacerTest, MakesUpForALateBlock) {
  Pacer pacer = this->pacer(1000);
  EXPECT_EQ(wait(pacer, 20), 20ms);
  now_ += 250ms;
  for (int block = 0; block < 12; ++block) EXPECT_EQ(wait(pacer, 20), 0ms) << block;
  EXPECT_EQ(wait(pacer, 20), 10ms) << "deadlines count from the start";
}

TEST_F(PacerTest, TakesANewRateForTheSamplesThatCome) {
  Pacer pacer = this->pacer(1000);
  EXPECT_EQ(wait(pacer, 50), 50ms);
  pacer.change_rate(100'000);
  EXPECT_EQ(wait(pacer, 5000), 50ms);
}

TEST_F(PacerTest, KnowsHowLateItIs) {
  Pacer pacer = this->pacer(1000);
  now_ += 50ms;
  EXPECT_DOUBLE_EQ(pacer.samples_late(), 50);
  pacer.let_go(100);
  EXPECT_DOUBLE_EQ(pacer.samples_late(), -50);
}

TEST_F(PacerTest, InformsTheSinkWhileItWaitsAndStopsOnRequest) {
  Pacer pacer = this->pacer(1);
  stop_after_ = 3;
  EXPECT_FALSE(pacer.wait_for(100, sink_.stop.get_token(), sink_));
  EXPECT_EQ(sink_.idles, 3);
}

}  // namespace
}  // namespace spectrumd

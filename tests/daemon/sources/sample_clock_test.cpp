// SPDX-License-Identifier: MIT
#include "daemon/sources/sample_clock.h"

#include <gtest/gtest.h>

#include <random>

namespace spectrumd {
namespace {

constexpr double kDeviceRate = 2.4e6;
constexpr std::uint64_t kDeviceBlock = 32768;

// A device whose blocks come late by chance, as they do on a busy machine, and never early.
class LateMachine {
 public:
  explicit LateMachine(double ppm) : rate_(kDeviceRate * (1 + ppm * 1e-6)) {}

  std::uint64_t run(double seconds) {
    std::uint64_t found = 0;
    for (const double end = time_ + seconds; time_ < end;) {
      time_ += kDeviceBlock / rate_;
      found += clock.arrived(kDeviceBlock, at(time_ + late_(random_)));
    }
    return found;
  }
  void lose(std::uint64_t samples) { time_ += static_cast<double>(samples) / rate_; }
  void hold(double seconds) {  // what came meanwhile is handed over at once
    const double end = time_ + seconds;
    while (time_ < end) {
      time_ += kDeviceBlock / rate_;
      EXPECT_EQ(clock.arrived(kDeviceBlock, at(end)), 0U);
    }
  }

  void run_late(double seconds, double by) {  // all that comes is so late
    const double end = time_ + seconds;
    while (time_ < end) {
      time_ += kDeviceBlock / rate_;
      EXPECT_EQ(clock.arrived(kDeviceBlock, at(time_ + by)), 0U) << "at " << time_;
    }
  }

  static SampleClock::Clock::time_point at(double seconds) {
    return SampleClock::Clock::time_point(std::chrono::nanoseconds(std::llround((1000 + seconds) * 1e9)));
  }
  double now() const { return time_; }

  SampleClock clock{kDeviceRate};

 private:
  const double rate_;
  double time_ = 0;
  std::mt19937 random_{1};
  std::exponential_distribution<double> late_{1 / 0.004};  // 4 ms on average
};

TEST(SampleClock, MeasuresTheCrystalToAPpm) {
  for (const double ppm : {-80.0, 0.0, 1.0, 60.0}) {
    LateMachine machine(ppm);
    machine.run(10);
    EXPECT_FALSE(machine.clock.ppm()) << "ten seconds are too few";
    EXPECT_EQ(machine.run(110), 0U);
    ASSERT_TRUE(machine.clock.ppm());
    EXPECT_NEAR(*machine.clock.ppm(), ppm, 1);
  }
}

TEST(SampleClock, FindsWhatIsMissing) {
  LateMachine machine(20);
  machine.run(60);
  machine.lose(120'000);  // 50 ms
  const auto found = static_cast<double>(machine.run(10));
  EXPECT_NEAR(found, 120'000, 0.0005 * kDeviceRate);
  EXPECT_EQ(machine.run(60), 0U) << "each loss is reported once";
}

TEST(SampleClock, TakesABusyMachineForNoLoss) {
  LateMachine machine(0);
  machine.run(40);
  for (int i = 0; i < 5; ++i) {
    machine.hold(0.3);
    EXPECT_EQ(machine.run(3), 0U);
  }
}

// Of the three seconds that make a loss at most two are late from their beginning to their end.
TEST(SampleClock, TakesOneOrTwoLateSecondsForNoLoss) {
  LateMachine machine(0);
  machine.run(40);
  for (const double late : {1.9, 2.9, 1.9, 2.9}) {
    machine.run_late(late, 0.05);
    EXPECT_EQ(machine.run(3.3), 0U);
  }
}

TEST(SampleClock, KnowsWhenABlockWasOnTheAir) {
  LateMachine machine(-30);
  machine.run(100);
  const std::chrono::duration<double> ago = LateMachine::at(machine.now()) - machine.clock.time_of_block();
  EXPECT_NEAR(ago.count(), kDeviceBlock / kDeviceRate, 0.002);
}

}  // namespace
}  // namespace spectrumd

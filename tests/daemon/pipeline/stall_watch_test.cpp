// SPDX-License-Identifier: MIT
#include "daemon/pipeline/stall_watch.h"

#include <gtest/gtest.h>

#include <functional>
#include <thread>

namespace spectrumd {
namespace {

using namespace std::chrono_literals;

// One thread and the watcher, on a clock that is moved by hand.
class StallWatchTest : public testing::Test {
 protected:
  // Seconds until the thread counts as stopped, when each turn of the watcher takes `turn`.
  std::optional<std::chrono::seconds> stops_after(std::chrono::seconds turn, const std::function<void()>& live) {
    const auto start = now_;
    while (now_ - start < 600s) {
      now_ += turn;
      live();
      const Heartbeats::Pulse pulse{"dsp", last_, cpu_};
      if (watch_.look(now_, std::span(&pulse, 1)))
        return std::chrono::duration_cast<std::chrono::seconds>(now_ - start);
    }
    return std::nullopt;
  }
  void tick() { last_ = now_; }

  StallWatch watch_;
  Heartbeats::Clock::time_point now_{1000s}, last_{now_};
  std::chrono::nanoseconds cpu_{};
};

TEST_F(StallWatchTest, AThreadThatTicksLives) {
  EXPECT_EQ(stops_after(1s, [this] { tick(); }), std::nullopt);
}

TEST_F(StallWatchTest, AThreadThatWaitsForEverHasStopped) {
  EXPECT_EQ(stops_after(1s, [] {}), 7s);  // the first look learns that it was there
}

TEST_F(StallWatchTest, AThreadInAnEndlessLoopHasStopped) {
  EXPECT_EQ(stops_after(1s, [this] { cpu_ += 990ms; }), 7s);
}

TEST_F(StallWatchTest, AStarvedThreadLivesAsLongAsItGetsAnywhere) {
  int turn = 0;
  EXPECT_EQ(stops_after(1s,
                        [&] {
                          cpu_ += 6ms;
                          if (++turn % 40 == 0) tick();  // every 40 s
                        }),
            std::nullopt);
}

TEST_F(StallWatchTest, AThreadThatStirsButNeverTicksHasStoppedInTheEnd) {
  EXPECT_EQ(stops_after(1s, [this] { cpu_ += 1ms; }), 62s);
}

TEST_F(StallWatchTest, WhenTheWatcherIsLateTheMachineIsSlow) {
  EXPECT_EQ(stops_after(21s, [this] { tick(); }), std::nullopt);
  int turn = 0;
  EXPECT_EQ(stops_after(21s,
                        [&] {
                          if (++turn % 2 == 0) tick();
                        }),
            std::nullopt);
  EXPECT_NE(stops_after(21s, [] {}), std::nullopt);
}

TEST_F(StallWatchTest, AThreadThatHasEndedOrNotBegunIsNotWatched) {
  last_ = {};
  EXPECT_EQ(stops_after(1s, [] {}), std::nullopt);
}

TEST(Heartbeats, ReportProcessorTimeOfAThreadUntilItEnds) {
  Heartbeats heartbeats;
  const auto cpu = [&] { return heartbeats.pulses()[Heartbeats::Http].cpu_time; };
  EXPECT_EQ(cpu(), 0ns);
  std::atomic<bool> end = false;
  std::thread busy([&] {
    heartbeats.tick(Heartbeats::Http);
    while (!end) {
    }
  });
  while (cpu() < 10ms) std::this_thread::yield();
  end = true;
  busy.join();
  heartbeats.rest(Heartbeats::Http);
  EXPECT_EQ(cpu(), 0ns);
}

}  // namespace
}  // namespace spectrumd

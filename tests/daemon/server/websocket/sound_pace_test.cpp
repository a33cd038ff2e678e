// SPDX-License-Identifier: MIT
#include "daemon/server/websocket/sound_pace.h"

#include <gtest/gtest.h>

namespace spectrumd {
namespace {

using namespace std::chrono_literals;

// A link that takes `delay` and a time for each packet, and a client that reports the newest one five times a second.
class SoundPaceTest : public testing::Test {
 protected:
  // Packets are made each 20 ms. Returns how many were sent.
  int run(std::chrono::seconds length, SoundPace::Clock::duration delay, SoundPace::Clock::duration each,
          bool reports = true) {
    int sent = 0;
    longest_ = {};
    for (const auto end = now_ + length; now_ < end; now_ += 20ms) {
      for (; !link_.empty() && link_.front().second <= now_; link_.pop_front()) newest_ = link_.front().first;
      if (reports && newest_ && now_.time_since_epoch() % 200ms == 0ms) pace_.heard(*newest_, now_);
      const std::uint32_t number = next_++;
      if (!pace_.may_send(now_)) continue;
      pace_.sent(number, now_);
      free_ = std::max(free_, now_) + each;
      link_.emplace_back(number, free_ + delay);
      longest_ = std::max(longest_, free_ + delay - now_);
      ++sent;
    }
    return sent;
  }

  SoundPace pace_;
  SoundPace::Clock::time_point now_{}, free_{};
  SoundPace::Clock::duration longest_{};
  std::deque<std::pair<std::uint32_t, SoundPace::Clock::time_point>> link_;
  std::uint32_t next_ = 0;
  std::optional<std::uint32_t> newest_;
};

TEST_F(SoundPaceTest, SendsAllOverALinkThatIsOnlyLong) { EXPECT_EQ(run(20s, 1500ms, 1ms), 1000); }

TEST_F(SoundPaceTest, SendsAllToAClientThatReportsNothing) { EXPECT_EQ(run(20s, 100ms, 40ms, false), 1000); }

// It has room for half of the packets.
TEST_F(SoundPaceTest, KeepsTheDelayOfASlowLinkShort) {
  run(5s, 100ms, 40ms);
  const int sent = run(20s, 100ms, 40ms);
  EXPECT_GE(sent, 450) << "of the 500 that it can carry";
  EXPECT_LE(sent, 510);
  EXPECT_LT(longest_, 1500ms);
}

TEST_F(SoundPaceTest, SendsAllAgainAfterABadMoment) {
  run(5s, 50ms, 1ms);
  run(3s, 50ms, 200ms);
  run(5s, 50ms, 1ms);
  EXPECT_EQ(run(5s, 50ms, 1ms), 250);
}

TEST_F(SoundPaceTest, ForgetsTheStreamBefore) {
  run(5s, 100ms, 40ms);
  now_ += 10s;
  EXPECT_FALSE(pace_.may_send(now_));
  pace_.restart();
  EXPECT_TRUE(pace_.may_send(now_));
}

}  // namespace
}  // namespace spectrumd

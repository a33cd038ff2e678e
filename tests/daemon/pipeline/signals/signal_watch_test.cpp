// SPDX-License-Identifier: MIT
#include "daemon/pipeline/signals/signal_watch.h"

#include <gtest/gtest.h>

#include "tests/daemon/pipeline/rows.h"

namespace spectrumd {
namespace {

class SignalsOfAHistory : public testing::Test {
 protected:
  void push(double seconds) {
    for (const double end = at_ + seconds; at_ < end - 1e-6; at_ += 0.05) {
      std::vector<Centibel> levels(1024, -7000);
      levels[300] = -3000;
      auto row = make_row(++sequence_, levels, 1000 + at_);
      row->ffts = 30;
      history_.push(row);
    }
  }

  History history_{64 << 20};
  SignalWatch watch_{history_};
  double at_ = 0;
  std::uint64_t sequence_ = 0;
};

TEST_F(SignalsOfAHistory, AreNoneBeforeTheFirstRow) {
  const auto now = watch_.read({});
  EXPECT_EQ(now.sequence, 0U);
  EXPECT_TRUE(now.signals.empty());
}

TEST_F(SignalsOfAHistory, AreThereAtTheFirstQuestion) {
  push(12);
  const auto now = watch_.read({});
  ASSERT_EQ(now.signals.size(), 1U);
  EXPECT_EQ(to_string(now.signals[0].hint), "carrier");
  EXPECT_NEAR(std::chrono::duration<double>(now.time - now.signals[0].since).count(), 10, 0.6);
  EXPECT_GT(now.sequence, sequence_ - 10);
}

TEST_F(SignalsOfAHistory, KeepTheirNumbersHoweverOftenAndSeldomTheyAreAskedFor) {
  push(2);
  const std::uint64_t id = watch_.read({}).signals.at(0).id;
  EXPECT_EQ(watch_.read({}).signals.at(0).id, id);
  for (const double pause : {0.05, 0.7, 60.0}) {
    push(pause);
    const auto now = watch_.read({});
    ASSERT_EQ(now.signals.size(), 1U) << pause;
    EXPECT_EQ(now.signals[0].id, id) << pause;
    EXPECT_TRUE(now.signals[0].active);
  }
}

}  // namespace
}  // namespace spectrumd

// SPDX-License-Identifier: MIT
#include "gpufft/hybrid/balance.h"

#include "tests/gpufft/every_backend.h"

namespace gpufft::hybrid {
namespace {

using Seconds = Balance::Seconds;

// The speed of each, in items a second, in both parts of a batch.
void show(Balance& balance, std::size_t processor, std::size_t accelerator, int times = 1) {
  for (int i = 0; i < times; ++i) balance.note({processor, Seconds(1)}, {accelerator, Seconds(1)});
}

// Bergach et al., "Efficient FFT mapping on GPU for radar processing application", section 4: 40 and 55 GFLOPS.
TEST(Balance, IsThatOfTheRadarPaper) {
  Balance all, half(0.5);
  show(all, 40, 55);
  show(half, 40, 55);
  EXPECT_EQ(all.processor_items(1024), 431U);   // 42 %
  EXPECT_EQ(half.processor_items(1024), 273U);  // 27 %
}

TEST(Balance, BeginsWithHalves) { EXPECT_EQ(Balance().processor_items(10), 5U); }

TEST(Balance, LeavesEachSomethingToShowItsSpeedWith) {
  Balance slow, fast;
  show(slow, 1, 1000000);
  show(fast, 1000000, 1);
  EXPECT_EQ(slow.processor_items(100), 1U);
  EXPECT_EQ(fast.processor_items(100), 99U);
}

TEST(Balance, GivesASingleItemToTheFaster) {
  Balance slow, fast;
  show(slow, 1, 2);
  show(fast, 2, 1);
  EXPECT_EQ(slow.processor_items(1), 0U);
  EXPECT_EQ(fast.processor_items(1), 1U);
}

TEST(Balance, FollowsALoadThatChanges) {
  Balance balance;
  show(balance, 100, 100, 10);
  EXPECT_NEAR(balance.processor_part(), 0.5, 1e-9);
  show(balance, 25, 100, 10);
  EXPECT_NEAR(balance.processor_part(), 0.2, 0.01);
  show(balance, 300, 100, 20);
  EXPECT_NEAR(balance.processor_part(), 0.75, 0.01);
}

TEST(Balance, KeepsTheProcessorUnderItsCap) {
  for (const double cap : {0.1, 0.5, 0.9}) {
    Balance balance(cap);
    show(balance, 70, 30);
    const double part = balance.processor_part();
    const double processor_seconds = part / 70, batch_seconds = (1 - part) / 30;
    EXPECT_NEAR(processor_seconds / batch_seconds, cap, 1e-9);
  }
}

TEST(Balance, RefusesCapsThatAreNone) {
  for (const double cap : {0.0, -1.0, 1.01, std::numeric_limits<double>::quiet_NaN()})
    EXPECT_NE(refusal([&] { Balance balance(cap); }).find("at most 100"), std::string::npos) << cap;
}

}  // namespace
}  // namespace gpufft::hybrid

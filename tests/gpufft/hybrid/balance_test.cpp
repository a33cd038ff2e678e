// SPDX-License-Identifier: MIT
#include "gpufft/hybrid/balance.h"

#include <algorithm>

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

// Both sides take a while to begin; sharing takes a little longer still. Returns the seconds of each call.
struct Machine {
  double processor, processor_item, accelerator, accelerator_item, sharing;

  double alone(std::size_t batch) const { return std::min(on_processor(batch), on_accelerator(batch)); }
  double on_processor(std::size_t items) const { return processor + processor_item * static_cast<double>(items); }
  double on_accelerator(std::size_t items) const { return accelerator + accelerator_item * static_cast<double>(items); }
  double call(Balance& balance, std::size_t batch) const {
    const std::size_t own = balance.processor_items(batch), others = batch - own;
    const double both = own > 0 && others > 0 ? sharing : 0;
    const double own_time = own > 0 ? on_processor(own) + both : 0;
    const double others_time = others > 0 ? on_accelerator(others) + both : 0;
    balance.note({own, Seconds(own_time)}, {others, Seconds(others_time)});
    return std::max(own_time, others_time);
  }
  double calls(Balance& balance, std::size_t batch, int count) const {
    double sum = 0;
    for (int i = 0; i < count; ++i) sum += call(balance, batch);
    return sum / count;
  }
};

TEST(Balance, SharesOnlyWhatIsFasterShared) {
  const Machine machine{0.2e-6, 0.4e-6, 35e-6, 0.05e-6, 6e-6};
  for (const std::size_t batch : {2, 8, 64, 512, 32768}) {
    Balance balance;
    machine.calls(balance, batch, 1000);  // knows all ways
    EXPECT_LT(machine.calls(balance, batch, 1000), 1.02 * machine.alone(batch)) << batch;
  }
  Balance balance;
  machine.calls(balance, 32768, 1000);
  EXPECT_LT(machine.calls(balance, 32768, 1000), machine.alone(32768) / 1.1);
}

TEST(Balance, SharesAgainWhenTheAcceleratorBecomesBusy) {
  Machine machine{0, 1e-6, 0, 0.01e-6, 300e-6};
  Balance balance;
  machine.calls(balance, 10000, 2000);
  EXPECT_EQ(balance.processor_items(10000), 0U);
  machine.accelerator_item = 1e-6;
  machine.calls(balance, 10000, 2000);
  EXPECT_NEAR(static_cast<double>(balance.processor_items(10000)), 5000, 500);
}

TEST(Balance, RefusesCapsThatAreNone) {
  for (const double cap : {0.0, -1.0, 1.01, std::numeric_limits<double>::quiet_NaN()})
    EXPECT_NE(refusal([&] { Balance balance(cap); }).find("at most 100"), std::string::npos) << cap;
}

}  // namespace
}  // namespace gpufft::hybrid

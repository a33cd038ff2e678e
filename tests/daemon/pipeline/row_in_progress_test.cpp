// SPDX-License-Identifier: MIT
#include "daemon/pipeline/row_in_progress.h"

#include <gtest/gtest.h>

#include <atomic>
#include <cmath>
#include <thread>

#include "daemon/pipeline/panorama.h"
#include "tests/daemon/pipeline/rows.h"

namespace spectrumd {
namespace {

// Hops of 192 bins of 1 kHz, each of which takes `dwell` seconds.
SweepPlan plan_of(std::size_t hops, double dwell) {
  Tuning tuning;
  tuning.rate = {256e3};
  tuning.span = Span{{1e6}, {1e6 + static_cast<double>(hops) * 192e3}};
  tuning.dwell = dwell;
  SweepPlan plan = *plan_sweep(tuning, 256, 0);
  plan.generation = 1;
  return plan;
}

class RowInProgressTest : public testing::Test {
 protected:
  // Noise at one level, and a spike in the middle.
  RowPtr hop(std::size_t index, Centibel floor = -7000, bool shifted = false) {
    std::vector<Centibel> levels(256, floor);
    levels[128] = levels[127] = levels[129] = -1000;
    ++hops_;
    auto row = make_row(hops_, levels, static_cast<double>(hops_) * 0.5, 0.5);
    row->clipped = 0.25;
    row->center = plan_.center(index, shifted);
    row->span = {256e3};
    return row;
  }
  RowPtr add(std::size_t index, Centibel floor = -7000, bool shifted = false) {
    return panorama_.add(*hop(index, floor, shifted), 7);
  }
  Centibel mean_at(std::size_t bin) const { return progress_.row()->levels[0].full()[bin]; }

  const SweepPlan plan_ = plan_of(3, 0.5);
  RowInProgress progress_;
  Panorama panorama_{plan_, 1, &progress_};
  std::uint64_t hops_ = 0;
};

TEST_F(RowInProgressTest, HasWhatTheHopsHaveMeasuredAndNoDataBeyond) {
  EXPECT_EQ(progress_.row(), nullptr) << "no hop yet";
  add(0);
  const RowPtr first = progress_.row();
  ASSERT_TRUE(first);
  EXPECT_EQ(first->sequence, 7U);
  EXPECT_EQ(first->flags, kRowPartial | kRowSwept | kRowRetuned);
  EXPECT_EQ(first->bins(), 576U);
  EXPECT_EQ(first->center, Hertz{1.288e6});
  EXPECT_EQ(first->span, Hertz{576e3});
  EXPECT_EQ(first->time, at_seconds(0.5));
  EXPECT_EQ(first->duration, std::chrono::milliseconds(500));
  EXPECT_DOUBLE_EQ(first->coverage, 1);
  EXPECT_DOUBLE_EQ(first->clipped, 0.25);
  for (const Pyramid& levels : first->levels) {
    EXPECT_EQ(levels.full()[0], -7000);
    EXPECT_EQ(levels.full()[plan_.joint(1)], -7000);
    EXPECT_EQ(levels.full()[plan_.joint(1) + plan_.overlap], kNoLevel);
    EXPECT_EQ(levels.full()[575], kNoLevel);
  }
  add(1);
  EXPECT_EQ(mean_at(plan_.joint(2)), -7000);
  EXPECT_EQ(mean_at(575), kNoLevel);
  EXPECT_EQ(progress_.row()->duration, std::chrono::seconds(1));
  EXPECT_EQ(first->levels[0].full()[575], kNoLevel) << "a row does not change afterwards";
}

TEST_F(RowInProgressTest, HasTheMiddlesOfTheHopsOnceASweepHasMeasuredThem) {
  for (const std::size_t index : {0, 1, 2}) EXPECT_EQ(add(index), nullptr);
  EXPECT_EQ(mean_at(plan_.middle_bin(1)), kNoLevel);
  EXPECT_EQ(mean_at(plan_.middle_bin(1) + plan_.notch + 1), -7000);
  add(0, -6000, true);
  EXPECT_EQ(mean_at(plan_.middle_bin(0)), -6000) << "the other half of the sweeps is shifted";
  EXPECT_EQ(mean_at(plan_.middle_bin(0) + plan_.shift), -7000) << "from the sweep before";
  EXPECT_EQ(mean_at(plan_.middle_bin(1)), kNoLevel) << "nothing else of the sweep before";
  EXPECT_EQ(mean_at(plan_.middle_bin(2) + 20), kNoLevel);
}

TEST_F(RowInProgressTest, IsAllOfTheFirstSweepUntilTheSecondBegins) {
  add(0);
  add(1);
  const std::uint64_t before = progress_.version();
  EXPECT_EQ(add(2), nullptr);
  EXPECT_NE(progress_.version(), before);
  const RowPtr row = progress_.row();
  EXPECT_EQ(row->levels[0].full()[575], -7000);
  EXPECT_EQ(row->duration, std::chrono::milliseconds(1500));
}

TEST_F(RowInProgressTest, SaysTheSameAsTheRow) {
  for (const std::size_t index : {0, 1, 2}) add(index);
  add(0, -6500, true);
  add(1, -6600, true);
  const RowPtr partial = progress_.row();
  const RowPtr whole = add(2, -6700, true);
  ASSERT_TRUE(whole);
  EXPECT_EQ(partial->time, whole->time);
  EXPECT_EQ(partial->sequence, whole->sequence);
  for (std::size_t bin = 0; bin < plan_.joint(2) - plan_.overlap; ++bin)
    for (std::size_t detector = 0; detector < 3; ++detector)
      ASSERT_NEAR(partial->levels[detector].full()[bin], whole->levels[detector].full()[bin], 1) << bin;
}

TEST_F(RowInProgressTest, EndsWhenNothingIsSweptAnyMore) {
  add(0);
  const std::uint64_t before = progress_.version();
  progress_.end();
  EXPECT_EQ(progress_.row(), nullptr);
  EXPECT_NE(progress_.version(), before);
}

TEST(RowInProgress, IsNotMadeOfSweepsThatTheEyeCannotFollow) {
  const SweepPlan plan = plan_of(3, 0.02);
  ASSERT_LT(plan.seconds(), 1);
  RowInProgress progress;
  Panorama panorama(plan, 1, &progress);
  auto hop = make_row(1, std::vector<Centibel>(256, -7000));
  hop->center = plan.center(0, false);
  hop->span = {256e3};
  panorama.add(*hop, 1);
  EXPECT_EQ(progress.row(), nullptr);
}

TEST(RowInProgress, IsShownFourTimesASecond) {
  const SweepPlan plan = plan_of(40, 0.05);
  RowInProgress progress;
  std::vector<Time> shown;
  progress.observe([&] { shown.push_back(progress.row()->time + progress.row()->duration); });
  Panorama panorama(plan, 1, &progress);
  for (std::size_t index = 0; index < plan.hops; ++index) {
    auto hop = make_row(1, std::vector<Centibel>(256, -7000), static_cast<double>(index) * 0.05, 0.05);
    hop->center = plan.center(index, false);
    hop->span = {256e3};
    panorama.add(*hop, 1);
  }
  ASSERT_EQ(shown.size(), 9U) << "two seconds, and the end of the first sweep";
  EXPECT_EQ(shown.front(), at_seconds(0.05)) << "the first hop at once";
  for (std::size_t i = 1; i < 8; ++i) EXPECT_EQ(shown[i] - shown[i - 1], std::chrono::milliseconds(250));
}

// The oracle pools in double, over the same bins.
TEST(RowInProgress, PoolsALongRowIntoItsBins) {
  constexpr std::size_t kBins = 100'001, kCells = RowInProgress::kMostBins;
  std::array<std::vector<float>, 3> powers;
  for (std::size_t detector = 0; detector < 3; ++detector)
    for (std::size_t bin = 0; bin < kBins; ++bin)
      powers[detector].push_back(static_cast<float>(1 + (bin * 7919 + detector * 31) % 97) * 1e-6F);
  const std::vector<float> weights(kBins, 1);
  RowInProgress progress;
  SweepProgress sweep(progress, kBins);
  sweep.begin();
  for (std::size_t first = 0; first < kBins; first += 997)
    sweep.add({}, {.weighted = {powers[0], powers[1], powers[2]}, .weights = weights, .before = {}},
              {.first = first, .last = std::min(first + 997, kBins), .end = kBins});
  sweep.show();
  const RowPtr row = progress.row();
  ASSERT_EQ(row->bins(), kCells);
  ASSERT_EQ(row->peaks_of_mean.size(), kCells);
  for (std::size_t cell = 0; cell < kCells; ++cell) {
    double sum = 0, peak = 0, highest = 0, lowest = 1;
    const std::size_t first = cell * kBins / kCells, last = (cell + 1) * kBins / kCells;
    for (std::size_t bin = first; bin < last; ++bin) {
      sum += powers[0][bin];
      peak = std::max<double>(peak, powers[0][bin]);
      highest = std::max<double>(highest, powers[1][bin]);
      lowest = std::min<double>(lowest, powers[2][bin]);
    }
    const auto level = [](double power) { return 1000 * std::log10(power); };
    ASSERT_NEAR(row->levels[0].full()[cell], level(sum / static_cast<double>(last - first)), 1) << cell;
    ASSERT_NEAR(row->levels[1].full()[cell], level(highest), 1) << cell;
    ASSERT_NEAR(row->levels[2].full()[cell], level(lowest), 1) << cell;
    ASSERT_NEAR(row->peaks_of_mean[cell], level(peak), 1) << cell;
  }
}

TEST(RowInProgress, MayBeReadWhileItIsWritten) {
  RowInProgress progress;
  progress.prepare(64);
  std::atomic<bool> read = false;
  std::jthread reader([&](const std::stop_token& stop) {
    while (!stop.stop_requested())
      if (const RowPtr row = progress.row()) {
        const auto levels = row->levels[0].full();
        EXPECT_EQ(levels.front(), levels.back()) << "half of what was added";
        read = true;
      }
  });
  for (Centibel level = -9000; !read || level < -8000;
       level = level < 0 ? static_cast<Centibel>(level + 1) : Centibel{-9000}) {
    const std::vector<Centibel> levels(64, level);
    progress.begin();
    progress.add({}, 0, {levels, levels, levels, levels});
    progress.show();
  }
}

}  // namespace
}  // namespace spectrumd

// SPDX-License-Identifier: MIT
#include "daemon/pipeline/panorama.h"

#include <gtest/gtest.h>

#include <cmath>

#include "tests/daemon/pipeline/rows.h"

namespace spectrumd {
namespace {

SweepPlan plan_of_three_hops() {
  Tuning tuning;
  tuning.rate = {256e3};
  tuning.span = Span{{1e6}, {1e6 + 3 * 192e3}};
  SweepPlan plan = *plan_sweep(tuning, 256, 0);  // bins of 1 kHz
  plan.generation = 1;
  return plan;
}

class PanoramaTest : public testing::Test {
 protected:
  // Noise at `floor`, a spike in the middle as a direct-conversion radio has it, and a carrier of -20 dB.
  std::shared_ptr<Row> hop(std::size_t index, bool shifted, Centibel floor, double carrier_hz = 0) const {
    const Hertz center = plan_.center(index, shifted);
    std::vector<Centibel> levels(256, floor);
    levels[128] = levels[127] = levels[129] = -1000;
    const double bin = std::round((carrier_hz - center.value) / 1e3) + 128;
    if (bin >= 0 && bin < 256 && std::abs(bin - 128) > 1) levels[static_cast<std::size_t>(bin)] = -2000;
    auto row = make_row(index + 1, levels, static_cast<double>(index) * 0.1 + (shifted ? 0.3 : 0), 0.05);
    row->center = center;
    row->span = {256e3};
    return row;
  }
  RowPtr sweep(bool shifted, double carrier_hz = 0, std::array<Centibel, 3> floors = {-7000, -7000, -7000}) {
    RowPtr row;
    for (std::size_t index = 0; index < 3; ++index)
      row = panorama_.add(*hop(index, shifted, floors[index], carrier_hz), ++id_);
    return row;
  }

  const SweepPlan plan_ = plan_of_three_hops();
  Panorama panorama_{plan_};
  std::uint64_t id_ = 0;
};

// The tuner reaches from 0.3 MHz above the start of the span to 0.1 MHz below its end, with hops of 192 kHz.
TEST(Panorama, HasNoDataWhereTheTunerDoesNotReach) {
  Tuning tuning;
  tuning.rate = {256e3};
  tuning.span = Span{{1e6}, {2.5e6}};
  SweepPlan plan = *plan_sweep(tuning, 256, 0, {{1.396e6}, {2.304e6}});
  plan.generation = 1;
  Panorama panorama(plan);
  RowPtr row;
  for (std::uint64_t id = 0; id < 2 * plan.hops; ++id) {
    auto hop = make_row(id, std::vector<Centibel>(256, -7000), static_cast<double>(id) * 0.1);
    hop->center = plan.center(id % plan.hops, id >= plan.hops);
    hop->span = {256e3};
    EXPECT_TRUE(panorama.accepts(*hop));
    row = panorama.add(*hop, id);
  }
  ASSERT_TRUE(row);
  ASSERT_EQ(row->bins(), 1500U);
  for (const Pyramid& levels : row->levels)
    for (std::size_t bin = 0; bin < 1500; ++bin) {
      const bool beyond = bin < 290 || bin > 1410, within = bin >= 300 && bin < 1397;
      if (beyond) {
        EXPECT_EQ(levels.full()[bin], kNoLevel) << bin;
      } else if (within) {
        EXPECT_NEAR(levels.full()[bin], -7000, 5) << bin;
      }
    }
}

TEST_F(PanoramaTest, MakesOneRowOfASweep) {
  EXPECT_EQ(sweep(true), nullptr) << "the first one does not know what the middles look like";
  EXPECT_EQ(panorama_.add(*hop(0, false, -7000), 7), nullptr);
  EXPECT_EQ(panorama_.add(*hop(1, false, -7000), 7), nullptr);
  const RowPtr row = panorama_.add(*hop(2, false, -7000), 7);
  ASSERT_TRUE(row);
  EXPECT_EQ(row->sequence, 7U);
  EXPECT_EQ(row->bins(), 576U);
  EXPECT_EQ(row->center, Hertz{1.288e6});
  EXPECT_EQ(row->span, Hertz{576e3});
  EXPECT_EQ(row->time, at_seconds(0));
  EXPECT_EQ(row->duration, std::chrono::milliseconds(250));
  EXPECT_EQ(row->flags, kRowSwept | kRowRetuned);
  EXPECT_EQ(sweep(true)->flags, kRowSwept);
}

// After a pause or a step of the clock the rest of a hop comes as another row.
TEST_F(PanoramaTest, TheRestOfALastHopIsNoSweep) {
  ASSERT_FALSE(sweep(false));
  ASSERT_TRUE(sweep(true));
  EXPECT_FALSE(panorama_.add(*hop(2, true, -7000), ++id_));
  EXPECT_TRUE(sweep(false)) << "the next one is whole";
}

TEST_F(PanoramaTest, LeavesTheMiddlesOut) {
  sweep(true);
  for (const bool shifted : {false, true, false}) {
    const RowPtr row = sweep(shifted);
    for (std::size_t bin = 0; bin < row->bins(); ++bin) ASSERT_EQ(row->levels[0].full()[bin], -7000) << bin;
  }
}

TEST_F(PanoramaTest, ShowsACarrierInTheMiddleOfAHopFromTheOtherSweep) {
  const double carrier = plan_.center(1, false).value;
  const auto level = [&](const RowPtr& row) {
    return row->levels[0].full()[static_cast<std::size_t>((carrier - 1e6) / 1e3)];
  };
  sweep(false, carrier);
  EXPECT_EQ(level(sweep(true, carrier)), -2000);
  EXPECT_EQ(level(sweep(false, carrier)), -2000) << "now it is in the middle again";
}

TEST_F(PanoramaTest, KeepsEveryCarrierAtItsLevelAndPlace) {
  sweep(false);
  for (std::size_t bin = 0; bin < 576; ++bin) {
    const RowPtr row = sweep(bin % 2 == 0, 1e6 + static_cast<double>(bin) * 1e3);
    const auto levels = row->levels[0].full();
    const bool in_a_middle = levels[bin] == -7000;
    const RowPtr again = in_a_middle ? sweep(bin % 2 == 1, 1e6 + static_cast<double>(bin) * 1e3) : row;
    ASSERT_EQ(again->levels[0].full()[bin], -2000) << bin;
  }
}

TEST_F(PanoramaTest, FadesFromHopToHop) {
  sweep(false, 0, {-7000, -6000, -7000});
  const RowPtr row = sweep(true, 0, {-7000, -6000, -7000});
  const auto levels = row->levels[0].full();
  EXPECT_EQ(levels[192 - 20], -7000);
  EXPECT_EQ(levels[192 + 20], -6000);
  int largest_step = 0;
  for (std::size_t bin = 1; bin < levels.size(); ++bin)
    largest_step = std::max(largest_step, std::abs(levels[bin] - levels[bin - 1]));
  EXPECT_LE(largest_step, 250) << "a joint of 10 dB";
}

TEST_F(PanoramaTest, TakesTheSweepBeforeForAHopThatIsMissing) {
  panorama_.add(*hop(0, false, -7000), 1);
  EXPECT_EQ(panorama_.add(*hop(2, false, -7000), 1), nullptr) << "there is none before";
  sweep(false);
  sweep(true, 0, {-7000, -6500, -7000});
  panorama_.add(*hop(0, false, -8000), 9);
  const RowPtr row = panorama_.add(*hop(2, false, -8000), 9);
  ASSERT_TRUE(row);
  EXPECT_TRUE(row->flags & kRowGap);
  EXPECT_EQ(row->levels[0].full()[100], -8000);
  EXPECT_EQ(row->levels[0].full()[288], -6500);
}

TEST_F(PanoramaTest, TakesTheShapeOfTheFiltersOff) {
  const auto filtered = [this](std::size_t index, bool shifted) {
    const auto row = hop(index, shifted, -7000, 1e6 + 200e3);
    std::vector<Centibel> levels(row->levels[0].full().begin(), row->levels[0].full().end());
    for (std::size_t bin = 0; bin < levels.size(); ++bin) {
      const double off = (static_cast<double>(bin) - 128) / 256;
      levels[bin] = static_cast<Centibel>(levels[bin] - std::lround(1500 * off * off - 150 * off));
    }
    for (Pyramid& pyramid : row->levels) pyramid = Pyramid(Pool::Mean, levels);
    return row;
  };
  RowPtr row;
  for (const bool shifted : {false, true})
    for (std::size_t index = 0; index < 3; ++index) row = panorama_.add(*filtered(index, shifted), ++id_);
  const auto levels = row->levels[0].full();
  for (std::size_t bin = 0; bin < levels.size(); ++bin)
    ASSERT_NEAR(levels[bin], bin == 200 ? -2000 : -7000, 15) << bin;  // it was 1.5 and 2.6 dB down at the joints
}

TEST_F(PanoramaTest, SmoothsTheMeanOverSweepsAndNothingElse) {
  Panorama smoothing(plan_, 2);
  RowPtr row;
  for (const Centibel floor : std::initializer_list<Centibel>{-9000, -7000, -6000})
    for (std::size_t index = 0; index < 3; ++index) row = smoothing.add(*hop(index, false, floor), ++id_);
  EXPECT_EQ(row->levels[0].full()[50], -6260) << "the middle of -70 and -60 dB in power";
  EXPECT_EQ(row->levels[1].full()[50], -6000);
  EXPECT_EQ(row->levels[2].full()[50], -6000);
}

TEST_F(PanoramaTest, TakesNoRowsOfAnotherTuning) {
  auto other = hop(0, false, -7000);
  EXPECT_TRUE(panorama_.accepts(*other));
  other->generation = 2;
  EXPECT_FALSE(panorama_.accepts(*other));
  other->generation = 1;
  other->center = {2e6};
  EXPECT_FALSE(panorama_.accepts(*other));
}

TEST_F(PanoramaTest, NoSweepSpansAStepOfTheClock) {
  (void)sweep(true);
  auto first = hop(0, false, -7000);
  first->epoch = 1;
  EXPECT_EQ(panorama_.add(*first, 7), nullptr);
  RowPtr row;
  for (const std::size_t index : {1, 2}) {
    auto stepped = hop(index, false, -7000);
    stepped->time += std::chrono::hours(1);
    stepped->epoch = 2;
    row = panorama_.add(*stepped, 7);
  }
  ASSERT_TRUE(row);
  EXPECT_EQ(row->time, at_seconds(3600.1));
  EXPECT_EQ(row->duration, std::chrono::milliseconds(150));
  EXPECT_EQ(row->epoch, 2U);
  EXPECT_TRUE(row->flags & kRowGap);
}

TEST_F(PanoramaTest, PoolsEachDetectorInItsOwnWay) {
  sweep(false, 1e6 + 50e3);
  const RowPtr row = sweep(false, 1e6 + 50e3);
  ASSERT_EQ(row->levels[0].full()[50], -2000);
  ASSERT_EQ(row->levels[0].full()[51], -7000);
  EXPECT_EQ(row->levels[0].pooled(50, 52), -2301) << "half of the power";
  EXPECT_EQ(row->levels[1].pooled(50, 52), -2000);
  EXPECT_EQ(row->levels[2].pooled(50, 52), -7000);
}

}  // namespace
}  // namespace spectrumd

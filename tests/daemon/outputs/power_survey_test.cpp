// SPDX-License-Identifier: MIT
#include "daemon/outputs/power_survey.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <stdexcept>

namespace spectrumd {
namespace {

// What rtl_power of Debian 12 says and writes for the same flags.
TEST(SurveyPlan, CutsARangeAsRtlPowerDoes) {
  const SurveyPlan wide = plan_survey("88M:108M:10k", 0);
  EXPECT_EQ(wide.hops.size(), 8U);
  EXPECT_EQ(wide.rate, 2'500'000);
  EXPECT_EQ(wide.fft, 256U);
  EXPECT_EQ(wide.hops.front(), 89'250'000);
  const SurveyPlan cropped = plan_survey("88M:108M:10k", 0.25);
  EXPECT_EQ(cropped.hops.size(), 10U);
  EXPECT_EQ(cropped.rate, 2'666'666);
  const SurveyPlan narrow = plan_survey("99.9M:100.3M:1k", 0);
  EXPECT_EQ(narrow.downsample, 7U);
  EXPECT_EQ(narrow.rate, 2'800'000);
  EXPECT_EQ(narrow.fft, 512U);
  const SurveyPlan levels = plan_survey("88M:98M:1M", 0.2);
  EXPECT_EQ(levels.fft, 1U);
  EXPECT_EQ(levels.hops.size(), 10U);
}

TEST(SurveyPlan, DecimatesByPowersOfTwoWhereRtlPowerDoes) {
  const auto plan = [](const char* range, double crop) { return plan_survey(range, crop, true); };
  EXPECT_EQ(plan("99.9M:100.3M:1k", 0).rate, 1'600'000);
  EXPECT_EQ(plan("99.9M:100.3M:1k", 0).downsample, 4U);
  EXPECT_EQ(plan("99.9M:100.2M:1k", 0).rate, 2'400'000);
  EXPECT_EQ(plan("99.9M:100M:1k", 0.3).rate, 2'285'712);
  EXPECT_EQ(plan("88M:108M:10k", 0).rate, 2'500'000) << "nothing is decimated there";
}

TEST(SurveyPlan, RefusesInItsWords) {
  for (const char* range : {"", "88M", "88M:108M", "108M:88M:1k", "a:b:c", "0:500G:1k", "1M:1.5M:2M"})
    EXPECT_THROW(plan_survey(range, 0), std::invalid_argument) << range;
  for (const double crop : {-0.1, 1.0, 2.0}) EXPECT_THROW(plan_survey("88M:108M:10k", crop), std::invalid_argument);
}

class SurveyFormatTest : public testing::Test {
 protected:
  static gpufft::PowerRow row(std::size_t bins, float power, std::size_t frames) {
    gpufft::PowerRow made;
    made.clear(bins);
    made.sum.assign(bins, power * static_cast<float>(frames));
    made.max.assign(bins, power);
    made.frames = frames;
    return made;
  }
  const gpufft::Window rectangle_{.shape = gpufft::Window::Shape::Rectangle};
};

TEST_F(SurveyFormatTest, WritesAsManyColumnsWithoutData) {
  const SurveyPlan plan = plan_survey("24M:1766M:1M", 0);
  for (const bool compat : {false, true}) {
    const SurveyFormat format(plan, rectangle_, false, compat);
    const std::string with = format.line(0, row(plan.transform(), 1e-6F, 4)), without = format.line_without_data(0);
    EXPECT_EQ(std::ranges::count(without, ','), std::ranges::count(with, ','));
    EXPECT_TRUE(without.starts_with("24000000, 25000000, 1000000.00, 0, nan")) << without;
  }
}

TEST_F(SurveyFormatTest, WritesALineToTheByte) {
  const SurveyPlan plan = plan_survey("100M:102M:600k", 0);
  ASSERT_EQ(plan.fft, 4U);
  const SurveyFormat plain(plan, rectangle_, false, false), compat(plan, rectangle_, false, true);
  // 10 log10(0.01 * (127.5 * 256)^2 / 2e6)
  EXPECT_EQ(plain.line(0, row(4, 0.01F, 3)), "100000000, 102000000, 500000.00, 3, 7.26, 7.26, 7.26, 7.26");
  EXPECT_EQ(compat.line(0, row(4, 0.01F, 3)), "100000000, 102000000, 500000.00, 3, 7.26, 7.26, 7.26, 7.26, 7.26");
}

TEST_F(SurveyFormatTest, TakesTheMiddleFromItsNeighbour) {
  const SurveyPlan plan = plan_survey("100M:102M:600k", 0);
  auto power = row(4, 0.01F, 1);
  power.sum[2] = 1;
  EXPECT_EQ(SurveyFormat(plan, rectangle_, false, false).line(0, power).find("27.26"), std::string::npos);
}

TEST_F(SurveyFormatTest, NeverWritesWhatIsNoNumber) {
  const SurveyPlan plan = plan_survey("100M:102M:600k", 0);
  const std::string line = SurveyFormat(plan, rectangle_, false, false).line(0, row(4, 0, 1));
  EXPECT_EQ(line.find("nan"), std::string::npos) << line;
  EXPECT_EQ(line.find("inf"), std::string::npos) << line;
}

}  // namespace
}  // namespace spectrumd

// SPDX-License-Identifier: MIT
#include "daemon/server/spot_list.h"

#include <gtest/gtest.h>

namespace spectrumd {
namespace {

using namespace std::chrono_literals;

class SpotListTest : public testing::Test {
 protected:
  Spot place(double hz, const std::string& label, std::chrono::milliseconds lifetime = 10min,
             const std::string& source = "cluster") {
    return spots_.place({.frequency = {hz}, .label = label, .comment = "", .source = source}, lifetime);
  }
  std::vector<std::string> labels() {
    std::vector<std::string> labels;
    for (const Spot& spot : spots_.all()) labels.push_back(spot.label);
    return labels;
  }

  Time now_{std::chrono::seconds(1'000'000'000)};
  SpotList spots_{[this] { return now_; }};
};

TEST_F(SpotListTest, ListsThemByFrequency) {
  place(14.1e6, "DL1ABC");
  place(7.1e6, "F5XYZ");
  EXPECT_EQ(labels(), (std::vector<std::string>{"F5XYZ", "DL1ABC"}));
}

TEST_F(SpotListTest, ForgetsThemWhenTheyExpire) {
  place(14.1e6, "DL1ABC", 60s);
  place(7.1e6, "F5XYZ", 61s);
  now_ += 59s;
  EXPECT_EQ(labels().size(), 2U);
  now_ += 1s;
  EXPECT_EQ(labels(), std::vector<std::string>{"F5XYZ"});
}

TEST_F(SpotListTest, AStationThatMovesIsOneSpot) {
  const auto id = place(14.1e6, "DL1ABC").id;
  now_ += 5min;
  EXPECT_EQ(place(14.2e6, "DL1ABC").id, id);
  EXPECT_NE(place(14.2e6, "DL1ABC", 10min, "wsjtx").id, id) << "of another program";
  now_ += 6min;
  ASSERT_EQ(spots_.all().size(), 2U) << "renewed";
  EXPECT_EQ(spots_.all().front().frequency.value, 14.2e6);
}

TEST_F(SpotListTest, AnExpiredOneComesBackUnderANewNumber) {
  const auto id = place(14.1e6, "DL1ABC", 1s).id;
  now_ += 2s;
  EXPECT_GT(place(14.1e6, "DL1ABC").id, id);
}

TEST_F(SpotListTest, RemovesOneOnce) {
  const auto id = place(14.1e6, "DL1ABC").id;
  EXPECT_FALSE(spots_.remove(id + 1));
  EXPECT_TRUE(spots_.remove(id));
  EXPECT_FALSE(spots_.remove(id));
  EXPECT_TRUE(labels().empty());
}

TEST_F(SpotListTest, OfTooManyTheOneThatExpiresFirstMakesRoom) {
  place(1e6, "short", 1min);
  for (std::size_t number = 1; number < SpotList::kMost; ++number) place(2e6, std::to_string(number));
  place(3e6, "last");
  EXPECT_EQ(spots_.all().size(), SpotList::kMost);
  EXPECT_EQ(spots_.all().front().frequency.value, 2e6) << "the short one is gone";
  EXPECT_EQ(labels().back(), "last");
}

}  // namespace
}  // namespace spectrumd

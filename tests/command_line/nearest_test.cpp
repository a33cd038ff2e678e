// SPDX-License-Identifier: MIT
#include "command_line/nearest.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace command_line {
namespace {

TEST(Nearest, FindsSlips) {
  const std::vector<std::string_view> known{"center", "rate", "gain", "fft"};
  EXPECT_EQ(nearest("centre", known), "center");
  EXPECT_EQ(nearest("cnter", known), "center");
  EXPECT_EQ(nearest("gian", known), "gain");
  EXPECT_EQ(nearest("fff", known), "fft");
  EXPECT_EQ(nearest("volume", known), std::nullopt);
  EXPECT_EQ(nearest("", known), std::nullopt);
  EXPECT_EQ(nearest(std::string(1000, 'a'), known), std::nullopt);
}

TEST(Nearest, FindsNamesWithAWordTooManyOrTooFew) {
  const std::vector<std::string_view> flags{"--center", "--rate", "--fft", "--sim-seed", "--remove-dc", "record"};
  EXPECT_EQ(nearest("--fft-size", flags), "--fft");
  EXPECT_EQ(nearest("--sample-rate", flags), "--rate");
  EXPECT_EQ(nearest("--center_freq", flags), "--center");
  EXPECT_EQ(nearest("--seed", flags), "--sim-seed");
  EXPECT_EQ(nearest("--dc", flags), "--remove-dc");
  EXPECT_EQ(nearest("--size", flags), std::nullopt);
  EXPECT_EQ(nearest("--", flags), std::nullopt);
}

}  // namespace
}  // namespace command_line

// SPDX-License-Identifier: MIT
#include "command_line/nearest.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace command_line {
namespace {

TEST(Nearest, FindsSlipsOnly) {
  const std::vector<std::string_view> known{"center", "rate", "gain", "fft"};
  EXPECT_EQ(nearest("centre", known), "center");
  EXPECT_EQ(nearest("cnter", known), "center");
  EXPECT_EQ(nearest("gian", known), "gain");
  EXPECT_EQ(nearest("fff", known), "fft");
  EXPECT_EQ(nearest("volume", known), std::nullopt);
  EXPECT_EQ(nearest("", known), std::nullopt);
  EXPECT_EQ(nearest(std::string(1000, 'a'), known), std::nullopt);
}

}  // namespace
}  // namespace command_line

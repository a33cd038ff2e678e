// SPDX-License-Identifier: MIT
#include "daemon/config/plain_text.h"

#include <gtest/gtest.h>

#include <cstdint>

namespace spectrumd {
namespace {

TEST(PlainText, IsTrimmedAtBothEnds) {
  EXPECT_EQ(trimmed(" \ta b\r\n"), "a b");
  EXPECT_EQ(trimmed("a"), "a");
  EXPECT_EQ(trimmed(" \t"), "");
  EXPECT_EQ(trimmed(""), "");
  EXPECT_EQ(trimmed("\ta ", " "), "\ta") << "of these blanks alone";
}

TEST(PlainText, IsANumberAsAWhole) {
  EXPECT_EQ(plain_number<double>("14074000.5"), 14074000.5);
  EXPECT_EQ(plain_number<int>("-3"), -3);
  EXPECT_EQ(plain_number<std::uint16_t>("65535"), 65535);
  EXPECT_EQ(plain_number<std::uint16_t>("65536"), std::nullopt) << "too large";
  for (const char* text : {"", " 1", "1 ", "1k", "+1", "nan", "inf", "1e999", "0x10"})
    EXPECT_EQ(plain_number<double>(text), std::nullopt) << text;
  EXPECT_EQ(plain_number<std::uint64_t>("-1"), std::nullopt);
  EXPECT_EQ(plain_number<std::uint64_t>("1.5"), std::nullopt);
}

}  // namespace
}  // namespace spectrumd

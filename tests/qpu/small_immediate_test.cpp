// SPDX-License-Identifier: MIT
#include "qpu/small_immediate.h"

#include <gtest/gtest.h>

#include <bit>

namespace qpu::test {
namespace {

// Reference 2.12, the ends of each row.
TEST(SmallImmediate, HasTheValuesOfTheReference) {
  EXPECT_EQ(small_immediate_value(0), 0);
  EXPECT_EQ(small_immediate_value(15), 15);
  EXPECT_EQ(small_immediate_value(16), static_cast<std::uint32_t>(-16));
  EXPECT_EQ(small_immediate_value(31), static_cast<std::uint32_t>(-1));
  EXPECT_EQ(std::bit_cast<float>(small_immediate_value(32)), 1.0F);
  EXPECT_EQ(std::bit_cast<float>(small_immediate_value(39)), 128.0F);
  EXPECT_EQ(std::bit_cast<float>(small_immediate_value(40)), 1.0F / 256);
  EXPECT_EQ(std::bit_cast<float>(small_immediate_value(47)), 0.5F);
  EXPECT_EQ(small_immediate_value(48), static_cast<std::uint32_t>(-16));
  EXPECT_EQ(small_immediate_value(63), static_cast<std::uint32_t>(-1));
}

TEST(SmallImmediate, IsNotFoundWhereThereIsNone) {
  for (const std::uint32_t value : {16U, static_cast<std::uint32_t>(-17), 0x40U, 0x43800000U, 0xbf800000U})
    EXPECT_FALSE(small_immediate_code(value)) << value;
}

TEST(SmallImmediate, RotatesFrom48On) {
  EXPECT_FALSE(rotates(47));
  EXPECT_TRUE(rotates(kRotateByR5));
  EXPECT_FALSE(rotation_of(kRotateByR5));
  EXPECT_EQ(rotation_of(49), 1);
  EXPECT_EQ(rotation_of(63), 15);
  EXPECT_EQ(rotation_code(15), 63);
}

}  // namespace
}  // namespace qpu::test

// SPDX-License-Identifier: MIT
#include "qpu/firmware/property_walk.h"

#include <gtest/gtest.h>

namespace qpu {
namespace {

using Words = std::vector<std::uint32_t>;

// Knows the tags 1, whose answer is the first word of the request plus one, and 2, with three words.
std::optional<PropertyWords> answer(std::uint32_t tag, std::span<const std::uint32_t> request) {
  if (tag == 1) return PropertyWords{request[0] + 1};
  if (tag == 2) return PropertyWords{7, 8, 9};
  return std::nullopt;
}

TEST(PropertyWalk, AnswersEachTagInPlace) {
  Words message{48, 0, 1, 4, 4, 41, 1, 4, 4, 99, 0, 0};
  ASSERT_TRUE(answer_message(message, answer));
  EXPECT_EQ(message, (Words{48, 0x8000'0000, 1, 4, 0x8000'0004, 42, 1, 4, 0x8000'0004, 100, 0, 0}));
}

TEST(PropertyWalk, SkipsATagItDoesNotKnow) {
  Words message{44, 0, 77, 4, 4, 5, 1, 4, 4, 1, 0};
  ASSERT_TRUE(answer_message(message, answer));
  EXPECT_EQ(message, (Words{44, 0x8000'0000, 77, 4, 4, 5, 1, 4, 0x8000'0004, 2, 0}));
}

TEST(PropertyWalk, CutsAnAnswerToItsBufferButGivesItsLength) {
  Words message{28, 0, 2, 4, 0, 0, 0};
  ASSERT_TRUE(answer_message(message, answer));
  EXPECT_EQ(message, (Words{28, 0x8000'0000, 2, 4, 0x8000'000C, 7, 0}));
}

TEST(PropertyWalk, RefusesATagThatReachesBeyondTheMessage) {
  Words message{28, 0, 1, 400, 4, 1, 0};
  EXPECT_FALSE(answer_message(message, answer));
  EXPECT_EQ(message[1], 0x8000'0001u);
  Words huge{28, 0, 1, 0xFFFF'FFFF, 4, 1, 0};
  EXPECT_FALSE(answer_message(huge, answer));
}

TEST(PropertyWalk, TakesWholeWordsThatAreThere) {
  EXPECT_TRUE(kernel_takes(Words{12, 0, 0}));
  EXPECT_FALSE(kernel_takes(Words{8, 0, 0}));
  EXPECT_FALSE(kernel_takes(Words{13, 0, 0, 0}));
  EXPECT_FALSE(kernel_takes(Words{16, 0, 0}));
  EXPECT_FALSE(kernel_takes(Words{}));
}

}  // namespace
}  // namespace qpu

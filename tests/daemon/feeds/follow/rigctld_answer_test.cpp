// SPDX-License-Identifier: MIT
#include "daemon/feeds/follow/rigctld_answer.h"

#include <gtest/gtest.h>

#include <initializer_list>

namespace spectrumd {
namespace {

// As many lines as it wants of those given.
RigctldAnswer answer_of(RigctldAnswer answer, std::initializer_list<std::string_view> lines, std::size_t expected) {
  std::size_t taken = 0;
  for (const std::string_view line : lines) {
    ++taken;
    if (!answer.take(line)) break;
  }
  EXPECT_EQ(taken, expected);
  return answer;
}

TEST(RigctldAnswer, NamesItsValuesInTheExtendedForm) {
  const auto answer =
      answer_of(RigctldAnswer::extended(), {"get_mode:", "Mode: USB", "Passband: 2400", "RPRT 0", "later"}, 4);
  EXPECT_EQ(answer.named("Mode"), "USB");
  EXPECT_EQ(answer.named("Passband"), "2400");
  EXPECT_EQ(answer.named("Frequency"), std::nullopt);
  EXPECT_EQ(answer.code(), 0);
}

TEST(RigctldAnswer, IsThatOfWfviewToo) {
  const auto answer = answer_of(RigctldAnswer::extended(), {"TX Mode: USB", "TX Passband: 0", "RPRT 0"}, 3);
  EXPECT_EQ(answer.named("Mode"), "USB");
  EXPECT_EQ(answer.named("Passband"), "0");
  EXPECT_EQ(answer_of(RigctldAnswer::extended(), {"Frequency: 7000000", "RPRT 0"}, 2).named("Frequency"), "7000000");
}

TEST(RigctldAnswer, EndsAfterItsLinesInThePlainForm) {
  const auto answer = answer_of(RigctldAnswer(2), {"USB", "2400\r", "later"}, 2);
  EXPECT_EQ(answer.line(0), "USB");
  EXPECT_EQ(answer.line(1), "2400");
  EXPECT_EQ(answer.line(2), std::nullopt);
}

TEST(RigctldAnswer, ReportsAnErrorInEitherForm) {
  EXPECT_EQ(answer_of(RigctldAnswer(2), {"RPRT -11", "later"}, 1).code(), -11);
  EXPECT_EQ(answer_of(RigctldAnswer::extended(), {"RPRT 1", "later"}, 1).code(), 1) << "of gqrx";
  EXPECT_EQ(answer_of(RigctldAnswer(1), {"RPRT nonsense"}, 1).code(), -8);
}

TEST(RigctldAnswer, EndsAtOnceIfTheExtendedFormIsNotKnown) {
  const auto answer = answer_of(RigctldAnswer::extended(), {"14074000", "later"}, 1);
  EXPECT_EQ(answer.named("Frequency"), std::nullopt);
}

TEST(RigctldAnswer, IsNeverEndless) {
  RigctldAnswer answer = RigctldAnswer::extended();
  std::size_t lines = 1;
  while (answer.take("name: value")) ++lines;
  EXPECT_EQ(lines, RigctldAnswer::kMostLines);
}

TEST(RigctldAnswer, SaysWhetherToNameTheVfo) {
  for (const std::string_view yes : {"1", "CHKVFO 1", "ChkVFO: 1"}) EXPECT_TRUE(wants_vfo(yes)) << yes;
  for (const std::string_view no : {"0", "CHKVFO 0", "RPRT -11", "RPRT 1", ""}) EXPECT_FALSE(wants_vfo(no)) << no;
}

TEST(RigctldAnswer, HasAFrequencyWithOrWithoutDecimals) {
  EXPECT_EQ(parse_rig_frequency("14074000"), 14'074'000);
  EXPECT_EQ(parse_rig_frequency(" 14074000.500000\r"), 14'074'000.5);
  for (const std::string_view wrong : {"", "0", "-1", "nan", "inf", "1e13", "14M", "14074000 Hz"})
    EXPECT_EQ(parse_rig_frequency(wrong), std::nullopt) << wrong;
}

}  // namespace
}  // namespace spectrumd

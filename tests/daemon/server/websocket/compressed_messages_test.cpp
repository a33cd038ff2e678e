// SPDX-License-Identifier: MIT
// permessage-deflate (RFC 7692) on a connection that has negotiated it.
#include <gtest/gtest.h>

#include "tests/daemon/server/deflated_messages.h"
#include "tests/daemon/server/websocket/echo.h"

namespace spectrumd {
namespace {

const FrameOptions kCompressed{.rsv = 4};

std::vector<ServerFrame> answers_to(const std::string& sent) { return Echo("", true).answers(sent); }

TEST(CompressedMessages, AreReadAndMixWithPlainOnes) {
  const auto frames = answers_to(frame(kText, deflated("packed"), kCompressed) + frame(kText, "plain") +
                                 frame(kText, deflated("packed"), kCompressed));
  ASSERT_EQ(frames.size(), 3U);
  EXPECT_EQ(frames[0].payload, "packed");
  EXPECT_EQ(frames[1].payload, "plain");
  EXPECT_EQ(frames[2].payload, "packed") << "by itself";
}

TEST(CompressedMessages, MayComeInFragmentsWithPingsBetween) {
  const std::string packed = deflated("a message in two parts");
  const auto frames = answers_to(frame(kText, packed.substr(0, 5), {.fin = false, .rsv = 4}) + frame(kPing, "p") +
                                 frame(kContinuation, packed.substr(5)));
  ASSERT_EQ(frames.size(), 2U);
  EXPECT_EQ(frames[0].opcode(), kPong);
  EXPECT_EQ(frames[1].payload, "a message in two parts");
}

TEST(CompressedMessages, AreLimitedAsTheOthersAre) {
  const struct {
    std::string sent;
    unsigned code;
  } cases[] = {
      {frame(kText, deflated(std::string(65537, 'x')), kCompressed), 1009},
      {frame(kText, deflated(std::string(50'000'000, 'x')), kCompressed), 1009},
      {frame(kText, "\xFF\xFF\xFF", kCompressed), 1007},
      {frame(kText, deflated("\xC3("), kCompressed), 1007},
      {frame(kBinary, deflated("x"), kCompressed), 1003},
      {frame(kPing, "x", kCompressed), 1002},
      {frame(kText, "x", {.fin = false}) + frame(kContinuation, "x", kCompressed), 1002},
      {frame(kText, deflated("x"), {.rsv = 6}), 1002},
  };
  for (const auto& [sent, code] : cases) {
    const auto frames = answers_to(sent);
    ASSERT_EQ(frames.size(), 1U) << code;
    EXPECT_EQ(frames[0].close_code(), code);
  }
  EXPECT_EQ(answers_to(frame(kText, deflated(std::string(65536, 'x')), kCompressed)).at(0).payload.size(), 65536U);
}

TEST(CompressedMessages, AreRefusedWhereNothingWasAgreed) {
  EXPECT_EQ(Echo().answers(frame(kText, deflated("x"), kCompressed)).at(0).close_code(), 1002U);
}

TEST(CompressedMessages, OfTheServerReferToThoseBefore) {
  Echo echo("", true);
  echo.connection().outbox().compress({});
  const std::string text = "a text that comes twice, and is much shorter the second time";
  const auto frames = echo.answers(frame(kText, text) + frame(kPing, "p") + frame(kText, text));
  ASSERT_EQ(frames.size(), 3U);
  TestInflater inflater;
  EXPECT_EQ(frames[0].first_byte, 0xC1U);
  EXPECT_EQ(inflater.inflate(frames[0].payload), text);
  EXPECT_EQ(frames[1].first_byte, 0x8AU) << "control frames are never compressed";
  EXPECT_EQ(inflater.inflate(frames[2].payload), text);
  EXPECT_LT(frames[2].payload.size(), 12U);
}

}  // namespace
}  // namespace spectrumd

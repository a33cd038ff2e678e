// SPDX-License-Identifier: MIT
#include "daemon/server/websocket/inflate_message.h"

#include <gtest/gtest.h>

#include "tests/daemon/server/deflated_messages.h"

namespace spectrumd {
namespace {

using Outcome = InflatedMessage::Outcome;

InflatedMessage inflated(std::string_view payload, std::size_t most = 1000) {
  return inflate_message(std::as_bytes(std::span(payload)), most);
}

TEST(InflateMessage, GivesBackWhatAClientDeflated) {
  for (const std::string& text : {std::string("{\"type\":\"ping\"}"), std::string(1000, 'x'), std::string("a")}) {
    const InflatedMessage message = inflated(deflated(text));
    EXPECT_EQ(message.outcome, Outcome::Done);
    EXPECT_EQ(message.text, text);
  }
  EXPECT_EQ(inflated(std::string(1, '\0')).text, "") << "RFC 7692, 7.2.3.6";
}

// RFC 7692, 7.2.3: without compression, and with a last block.
TEST(InflateMessage, KnowsTheExamplesOfTheRfc) {
  EXPECT_EQ(inflated(std::string("\xF2\x48\xCD\xC9\xC9\x07\x00", 7)).text, "Hello");
  EXPECT_EQ(inflated(std::string("\x00\x05\x00\xFA\xFF\x48\x65\x6C\x6C\x6F\x00", 11)).text, "Hello");
  EXPECT_EQ(inflated(std::string("\xF3\x48\xCD\xC9\xC9\x07\x00\x00", 8)).text, "Hello");
  EXPECT_EQ(inflated(std::string("\xF2\x48\x05\x00\x00\x00\xFF\xFF\xCA\xC9\xC9\x07\x00", 13)).text, "Hello");
}

TEST(InflateMessage, StopsAtTheLimit) {
  EXPECT_EQ(inflated(deflated(std::string(1001, 'x'))).outcome, Outcome::TooLong);
  const InflatedMessage bomb = inflated(deflated(std::string(50'000'000, 'x')), 65536);
  EXPECT_EQ(bomb.outcome, Outcome::TooLong);
  EXPECT_LT(bomb.text.size(), 65536U + 4097U);
}

TEST(InflateMessage, RefusesWhatIsNotDeflated) {
  EXPECT_EQ(inflated("\xFF\xFF\xFF\xFF").outcome, Outcome::Invalid);
  EXPECT_EQ(inflated("{\"type\":\"ping\"}").outcome, Outcome::Invalid);
}

}  // namespace
}  // namespace spectrumd

// SPDX-License-Identifier: MIT
#include "daemon/server/http/request_error.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>

namespace spectrumd {
namespace {

std::string objection(const std::string& text) {
  try {
    parse_client_json(text);
  } catch (const RequestError& error) {
    EXPECT_EQ(error.status, 400) << text;
    EXPECT_EQ(error.code, "bad_json") << text;
    return error.what();
  }
  return "";
}

std::string nested(std::size_t depth) { return std::string(depth, '[') + std::string(depth, ']'); }

TEST(ParseClientJson, GivesWhatIsThere) {
  EXPECT_EQ(parse_client_json(R"({"center": "100.3M", "fft": 4096})"), (Json{{"center", "100.3M"}, {"fft", 4096}}));
  EXPECT_EQ(parse_client_json(R"({"a":{"x":1},"b":{"x":1}})").size(), 2U) << "the same key in different objects";
}

TEST(ParseClientJson, RefusesWhatIsNoJson) {
  for (const char* text : {"",
                           " ",
                           "{",
                           "}",
                           "{]",
                           "[1,]",
                           "{\"a\"}",
                           "{\"a\":}",
                           "{a:1}",
                           "{'a':1}",
                           "nul",
                           "NaN",
                           "Infinity",
                           "-",
                           "01",
                           "1.",
                           ".5",
                           "0x10",
                           "+1",
                           "1e",
                           "\"",
                           "\"\\x\"",
                           "\"\\u12\"",
                           "\"\\ud800\"",
                           "\"\n\"",
                           "{} {}",
                           "[] x",
                           "// c\n{}",
                           "\xff",
                           "\"\xff\"",
                           "\"\xc0\xaf\"",
                           "\"\xed\xa0\x80\"",
                           "\"\xf5\x80\x80\x80\""})
    EXPECT_NE(objection(text), "") << text;
  EXPECT_EQ(objection(R"({"fft": 4096)"), "invalid JSON at byte 13");
}

TEST(ParseClientJson, RefusesZerosInTheText) { EXPECT_NE(objection(std::string("{}\0", 3)), ""); }

TEST(ParseClientJson, RefusesNumbersThatNoDoubleHolds) {
  EXPECT_EQ(objection("[1e999]"), "a number is too large at byte 6");
  EXPECT_NE(objection("-1e400"), "");
  EXPECT_EQ(objection("1e-400"), "");
}

TEST(ParseClientJson, RefusesKeysThatAreThereTwice) {
  EXPECT_EQ(objection(R"({"fft":1,"fft":2})"), "duplicate key \"fft\"");
  EXPECT_EQ(objection(R"({"a":[{"x":1,"x":1}]})"), "duplicate key \"x\"");
  EXPECT_NE(objection(R"({"fft":1,"ff\u0074":2})"), "");
}

TEST(ParseClientJson, RefusesMoreThanSixteenLevels) {
  EXPECT_EQ(objection(nested(16)), "");
  EXPECT_EQ(objection(nested(17)), "deeper than 16 levels");
  EXPECT_EQ(objection(std::string(60'000, '[')), "deeper than 16 levels");
  EXPECT_EQ(objection(std::string(17, '[') + "{\"a\":"), "deeper than 16 levels");
}

TEST(ParseClientJson, RefusesMoreThanSixtyFourKib) {
  const auto text_of = [](std::size_t bytes) { return '"' + std::string(bytes - 2, 'x') + '"'; };
  EXPECT_EQ(objection(text_of(65'536)), "");
  EXPECT_EQ(objection(text_of(65'537)), "more than 65536 bytes");
}

// A zero ended the message before its first word.
TEST(Shown, EscapesControlCharacters) {
  using namespace std::string_literals;
  EXPECT_EQ(shown("\0"s), "\\u0000");
  EXPECT_EQ(shown("a\nb"), "a\\u000ab");
  EXPECT_EQ(shown(std::string(61, 'x')), std::string(60, 'x') + "...");
  EXPECT_EQ(shown("\xc3\xa4"), "\xc3\xa4");
}

TEST(ParseClientJson, RefusesMoreThanFourThousandValues) {
  std::string text = "[0";
  for (int value = 2; value < 4096; ++value) text += ",0";
  EXPECT_EQ(objection(text + "]"), "");
  EXPECT_EQ(objection(text + ",0]"), "more than 4096 values");
}

}  // namespace
}  // namespace spectrumd

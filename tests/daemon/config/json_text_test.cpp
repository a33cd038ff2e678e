// SPDX-License-Identifier: MIT
#include "daemon/config/json_text.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>

namespace spectrumd {
namespace {

constexpr JsonLimits kLimits{.bytes = 1 << 20, .depth = 4, .values = 10, .keys_of_object = 3};

std::string refusal_of_json(const std::string& text, const JsonLimits& limits = kLimits) {
  try {
    (void)parse_json(text, limits);
  } catch (const JsonError& error) {
    EXPECT_NE(std::string(error.what()), "") << text;
    return error.what();
  }
  return "";
}

std::string repeated(const std::string& text, std::size_t times) {
  std::string all;
  for (; times > 0; --times) all += text;
  return all;
}

TEST(JsonText, BuildsWhatTheTextSays) {
  const std::string text = R"({"a":[1,-2,3.5,"x",true,null,[]],"b":{"c":{},"d":18446744073709551615},"\u00e9":""})";
  EXPECT_EQ(parse_json(text, {.bytes = 100}), Json::parse(text));
  EXPECT_EQ(parse_json(text, {.bytes = 100}).dump(), Json::parse(text).dump()) << "keys stay in their order";
  EXPECT_EQ(parse_json("3", kLimits), Json(3));
}

TEST(JsonText, LimitsDepth) {
  EXPECT_EQ(refusal_of_json("[[[[]]]]"), "");
  EXPECT_EQ(refusal_of_json("[[[[[]]]]]"), "deeper than 4 levels");
  EXPECT_EQ(refusal_of_json(R"({"a":[{"a":[[)"), "deeper than 4 levels");
  EXPECT_EQ(refusal_of_json(repeated("[[[[]]]],", 2) + "1"),
            "syntax error while parsing value - unexpected ','; expected end of input");
}

TEST(JsonText, LimitsValues) {
  EXPECT_EQ(refusal_of_json("[1,2,3,4,5,6,7,8,9]"), "");
  EXPECT_EQ(refusal_of_json("[1,2,3,4,5,6,7,8,9,10]"), "more than 10 values");
  EXPECT_EQ(refusal_of_json("[{},[],{},[],{},[],{},[],{},[]]"), "more than 10 values");
}

TEST(JsonText, LimitsKeysOfAnObject) {
  EXPECT_EQ(refusal_of_json(R"({"a":1,"b":2,"c":3})"), "");
  EXPECT_EQ(refusal_of_json(R"({"a":1,"b":2,"c":3,"d":4})"), "more than 3 keys in an object");
  EXPECT_EQ(refusal_of_json(R"([{"a":1,"b":2},{"a":1,"b":2}])"), "");
}

TEST(JsonText, LimitsBytes) {
  EXPECT_EQ(refusal_of_json("[1,2]", {.bytes = 5}), "");
  EXPECT_EQ(refusal_of_json("[1,2]", {.bytes = 4}), "more than 4 bytes");
}

// Megabytes that end the process, or take half a gigabyte, where the limits are checked on the result.
TEST(JsonText, RefusesBombsWhileItReadsThem) {
  const JsonLimits limits{.bytes = 1 << 24};
  for (const char* piece : {"[", "{\"a\":", "[{\"a\":"})
    EXPECT_EQ(refusal_of_json(repeated(piece, (15 << 20) / std::string_view(piece).size()), limits),
              "deeper than 16 levels");
  EXPECT_EQ(refusal_of_json('[' + repeated("{},", 5 << 20), limits), "more than 4096 values");
  std::string keys = "{";
  for (int key = 0; key < 1'000'000; ++key) keys += '"' + std::to_string(key) + "\":0,";
  EXPECT_EQ(refusal_of_json(keys, limits), "more than 1000 keys in an object");
}

TEST(JsonText, TakesRepeatedKeysAndCommentsWhereAskedTo) {
  EXPECT_EQ(refusal_of_json(R"({"a":1,"a":2})"), "duplicate key \"a\"");
  EXPECT_EQ(refusal_of_json(R"({"a\u0000b":1,"a\u0000b":2})"), "duplicate key \"a\\u0000b\"");
  EXPECT_EQ(refusal_of_json('{' + ('"' + std::string(100, 'k') + "\":1,") + ('"' + std::string(100, 'k') + "\":2}")),
            "duplicate key \"" + std::string(60, 'k') + "...\"");
  EXPECT_NE(refusal_of_json("[1 /* one */]"), "");
  const JsonLimits loose{.bytes = 100, .comments = true, .repeated_keys = true};
  EXPECT_EQ(parse_json(R"({"a":1, // one
    "b":3, "a":[2]})",
                       loose),
            (Json{{"a", {2}}, {"b", 3}}));
}

TEST(JsonText, SaysWhereTheTextIsWrong) {
  const auto byte = [](const std::string& text) {
    try {
      (void)parse_json(text, kLimits);
    } catch (const JsonError& error) {
      return std::pair(error.kind, error.byte);
    }
    return std::pair(JsonError::Kind::Limit, std::size_t{0});
  };
  EXPECT_EQ(byte("[1,]"), std::pair(JsonError::Kind::Syntax, std::size_t{4}));
  EXPECT_EQ(byte("[1e999]"), std::pair(JsonError::Kind::TooLargeNumber, std::size_t{6}));
  EXPECT_EQ(byte(std::string("[]\0", 3)), std::pair(JsonError::Kind::ZeroByte, std::size_t{3}));
  EXPECT_EQ(refusal_of_json("[1e999]"), "'1e999' is out of range");
}

TEST(ToText, ReplacesWhatIsNotUtf8) { EXPECT_EQ(to_text(Json("a\xff")), "\"a\xef\xbf\xbd\""); }

}  // namespace
}  // namespace spectrumd

// SPDX-License-Identifier: MIT
#include "daemon/server/http/byte_range.h"

#include <gtest/gtest.h>

#include "daemon/server/http/request_error.h"

namespace spectrumd {
namespace {

constexpr std::uint64_t kSize = 1000;

ByteRange range_of(std::string text) {
  RequestHead head;
  head.headers.push_back({"Range", std::move(text)});
  return byte_range(head, kSize, "\"etag\"");
}

void expect_part(const std::string& text, std::uint64_t first, std::uint64_t bytes) {
  const ByteRange range = range_of(text);
  EXPECT_TRUE(range.is_part) << text;
  EXPECT_EQ(range.first, first) << text;
  EXPECT_EQ(range.bytes, bytes) << text;
}

TEST(ByteRange, HasBothEndsAndEndsWithTheFile) {
  expect_part("bytes=0-0", 0, 1);
  expect_part("bytes=10-19", 10, 10);
  expect_part("bytes=0-998", 0, 999);
  expect_part("bytes=0-999", 0, 1000);
  expect_part("bytes=0-1000", 0, 1000);
  expect_part("bytes=999-1000", 999, 1);
  expect_part("bytes=5-18446744073709551615", 5, 995);
}

TEST(ByteRange, MayLackAnEnd) {
  expect_part("bytes=990-", 990, 10);
  expect_part("bytes=-10", 990, 10);
  expect_part("bytes=-1001", 0, 1000);
}

TEST(ByteRange, IsRefusedBehindTheEnd) {
  EXPECT_THROW(range_of("bytes=1000-"), RequestError);
  EXPECT_THROW(range_of("bytes=1000-1000"), RequestError);
  EXPECT_THROW(range_of("bytes=-0"), RequestError);
}

TEST(ByteRange, IsAllOfTheFileWhereItMakesNoSense) {
  for (const char* text : {"bytes=-", "bytes=2-1", "bytes=a-b", "lines=0-1", "bytes=0-1,4-5", ""}) {
    EXPECT_FALSE(range_of(text).is_part) << text;
    EXPECT_EQ(range_of(text).bytes, kSize) << text;
  }
}

}  // namespace
}  // namespace spectrumd

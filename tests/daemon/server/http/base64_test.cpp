// SPDX-License-Identifier: MIT
#include "daemon/server/http/base64.h"

#include <gtest/gtest.h>

#include <vector>

namespace spectrumd {
namespace {

std::string of(std::string_view text) { return base64(std::vector<std::uint8_t>(text.begin(), text.end())); }

// RFC 4648, section 10.
TEST(Base64, WritesTheExamplesOfTheRfc) {
  EXPECT_EQ(of(""), "");
  EXPECT_EQ(of("f"), "Zg==");
  EXPECT_EQ(of("fo"), "Zm8=");
  EXPECT_EQ(of("foo"), "Zm9v");
  EXPECT_EQ(of("foobar"), "Zm9vYmFy");
}

TEST(Base64, KnowsWhatItWroteAndHowLongItWas) {
  for (const std::string_view text : {"", "f", "fo", "foo", "foob", "0123456789abcdef"})
    for (std::size_t bytes = 0; bytes < 20; ++bytes)
      EXPECT_EQ(is_base64_of(of(text), bytes), bytes == text.size()) << text << " as " << bytes;
}

TEST(Base64, TakesNothingThatIsWrittenOtherwise) {
  EXPECT_TRUE(is_base64_of("dGhlIHNhbXBsZSBub25jZQ==", 16));
  EXPECT_FALSE(is_base64_of("dGhlIHNhbXBsZSBub25jZR==", 16)) << "bits that belong to no byte";
  EXPECT_FALSE(is_base64_of("dGhlIHNhbXBsZSBub25j-Q==", 16));
  EXPECT_FALSE(is_base64_of("dGhlIHNhbXBsZSBub25jZQ", 16));
  EXPECT_FALSE(is_base64_of("dGhlIHNhbXBsZSBub25jZ===", 16));
  EXPECT_FALSE(is_base64_of("dGhlIHNhbXBs ZSBub25jZQ=", 16));
}

}  // namespace
}  // namespace spectrumd

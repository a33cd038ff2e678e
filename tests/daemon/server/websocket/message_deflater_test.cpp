// SPDX-License-Identifier: MIT
#include "daemon/server/websocket/message_deflater.h"

#include <gtest/gtest.h>
#include <malloc.h>

#include <random>

#include "tests/daemon/server/deflated_messages.h"

namespace spectrumd {
namespace {

std::span<const std::byte> bytes_of(const std::string& text) { return std::as_bytes(std::span(text)); }

std::string text_of(std::span<const std::byte> bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

std::string noise(std::size_t bytes, unsigned seed) {
  std::mt19937 random(seed);
  std::string text(bytes, '\0');
  for (char& letter : text) letter = static_cast<char>(random());
  return text;
}

TEST(MessageDeflater, IsUndoneByAClient) {
  for (const DeflateTerms& terms :
       {DeflateTerms{}, DeflateTerms{.window_bits = 9}, DeflateTerms{.keeps_context = false}}) {
    MessageDeflater deflater(terms);
    TestInflater inflater(terms.window_bits);
    for (const std::size_t bytes : {1, 2, 100, 4096, 70'000, 300'000, 5}) {
      const std::string first = noise(bytes, 1), second(bytes / 2, 'x');
      EXPECT_EQ(inflater.inflate(text_of(deflater.deflate(bytes_of(first), bytes_of(second)))), first + second);
      EXPECT_EQ(inflater.inflate(text_of(deflater.deflate(bytes_of(second + "y")))), second + "y");
    }
  }
}

TEST(MessageDeflater, RefersToMessagesBeforeUnlessTheClientForbids) {
  const std::string message = noise(2000, 7);
  MessageDeflater deflater(DeflateTerms{});
  EXPECT_GT(deflater.deflate(bytes_of(message)).size(), 1900U);
  EXPECT_LT(deflater.deflate(bytes_of(message)).size(), 100U);
  MessageDeflater forgetful(DeflateTerms{.keeps_context = false});
  forgetful.deflate(bytes_of(message));
  const std::string again = text_of(forgetful.deflate(bytes_of(message)));
  EXPECT_EQ(TestInflater().inflate(again), message) << "without those before";
}

TEST(MessageDeflater, TakesNoMoreMemoryThanItSays) {
  const auto in_use = [] {
    const auto info = mallinfo2();
    return info.uordblks + info.hblkhd;
  };
  for (const int bits : {9, 12, 15}) {
    const DeflateTerms terms{.window_bits = bits};
    const std::size_t before = in_use();
    const MessageDeflater deflater(terms);
    EXPECT_LE(in_use() - before, MessageDeflater::memory_bytes(terms)) << bits;
    EXPECT_LT(MessageDeflater::memory_bytes(terms), 160U << 10);
  }
}

}  // namespace
}  // namespace spectrumd

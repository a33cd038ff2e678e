// SPDX-License-Identifier: MIT
#include "daemon/sources/rtl_tcp/rtl_tcp_protocol.h"

#include <gtest/gtest.h>

#include <cstring>

namespace spectrumd::rtl_tcp {
namespace {

template <std::size_t kSize>
std::array<std::byte, kSize> bytes(const char (&text)[kSize + 1]) {
  std::array<std::byte, kSize> result;
  std::memcpy(result.data(), text, kSize);
  return result;
}

TEST(RtlTcpProtocol, GreetsWithMagicTunerAndGains) {
  const auto encoded = encode(Greeting{.tuner = 5, .gains = 29});
  EXPECT_EQ(encoded, bytes<12>("RTL0\0\0\0\5\0\0\0\35"));
  const auto greeting = decode_greeting(encoded);
  ASSERT_TRUE(greeting);
  EXPECT_EQ(greeting->tuner, 5U);
  EXPECT_EQ(greeting->gains, 29U);
  EXPECT_FALSE(decode_greeting(bytes<12>("SSH-2.0-Open")));
}

TEST(RtlTcpProtocol, CommandsAreAByteAndFourOfABigEndianNumber) {
  EXPECT_EQ(encode(Command{.order = Order::Center, .value = 100'000'000}), bytes<5>("\1\5\365\341\0"));
  const Command back = decode_command(bytes<5>("\5\377\377\377\326"));
  EXPECT_EQ(back.order, Order::Ppm);
  EXPECT_EQ(static_cast<std::int32_t>(back.value), -42);
}

}  // namespace
}  // namespace spectrumd::rtl_tcp

// SPDX-License-Identifier: MIT
#include "daemon/channels/listening/wav.h"

#include <gtest/gtest.h>

#include <string>

namespace spectrumd::test {
namespace {

std::string text_of(std::span<const std::byte> bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

std::uint32_t number_in(const std::string& header, std::size_t at) {
  std::uint32_t number = 0;
  for (std::size_t i = 4; i-- > 0;) number = number << 8 | static_cast<std::uint8_t>(header[at + i]);
  return number;
}

TEST(WavHeader, DescribesFinishedAndEndlessSound) {
  const std::string finished = text_of(wav_header(24'000, 1, 1000)), endless = text_of(wav_header(48'000, 2, {}));
  ASSERT_EQ(finished.size(), 44U);
  EXPECT_EQ(finished.substr(0, 4) + finished.substr(8, 8) + finished.substr(36, 4), "RIFFWAVEfmt data");
  EXPECT_EQ(number_in(finished, 4), 2036U);
  EXPECT_EQ(number_in(finished, 24), 24'000U);
  EXPECT_EQ(number_in(finished, 28), 48'000U);
  EXPECT_EQ(number_in(finished, 40), 2000U);
  EXPECT_EQ(number_in(endless, 4), 0xffffffffU);
  EXPECT_EQ(number_in(endless, 28), 192'000U);
  EXPECT_EQ(number_in(endless, 32), 4U | 16U << 16);
  EXPECT_EQ(number_in(endless, 40), 0xffffffffU);
  EXPECT_EQ(number_in(text_of(wav_header(24'000, 1, std::uint64_t{1} << 32)), 40), 0xffffffffU);
}

TEST(Samples, AreRoundedAndClippedTo16Bits) {
  std::vector<std::byte> bytes;
  append_s16le(std::vector<float>{0, 1, -1, 2, -2, 0.5F, -0.00001F}, bytes);
  const std::vector<std::uint16_t> expected{0, 32767, 0x8001, 32767, 0x8001, 16384, 0};
  ASSERT_EQ(bytes.size(), 2 * expected.size());
  for (std::size_t i = 0; i < expected.size(); ++i)
    EXPECT_EQ(static_cast<unsigned>(bytes[2 * i]) | static_cast<unsigned>(bytes[2 * i + 1]) << 8, expected[i]) << i;
}

}  // namespace
}  // namespace spectrumd::test

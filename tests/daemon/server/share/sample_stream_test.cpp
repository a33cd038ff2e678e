// SPDX-License-Identifier: MIT
#include "daemon/server/share/sample_stream.h"

#include <gtest/gtest.h>

#include <array>

namespace spectrumd {
namespace {

template <class Number, std::size_t kCount>
std::vector<int> converted(const std::array<Number, kCount>& samples, gpufft::SampleFormat format) {
  std::vector<int> values;
  for (const std::byte byte : as_cu8(std::as_bytes(std::span(samples)), format))
    values.push_back(static_cast<int>(byte));
  return values;
}

TEST(SampleStream, MakesCu8OfEveryFormat) {
  using gpufft::SampleFormat;
  EXPECT_EQ(converted(std::array<std::uint8_t, 3>{0, 128, 255}, SampleFormat::Cu8), (std::vector{0, 128, 255}));
  EXPECT_EQ(converted(std::array<std::int8_t, 3>{-128, 0, 127}, SampleFormat::Cs8), (std::vector{0, 128, 255}));
  EXPECT_EQ(converted(std::array<std::int16_t, 3>{-32768, 0, 32767}, SampleFormat::Cs16), (std::vector{0, 128, 255}));
  EXPECT_EQ(converted(std::array{-2.0F, -1.0F, 0.0F, 1.0F}, SampleFormat::Cf32), (std::vector{0, 0, 128, 255}));
}

TEST(SampleStream, GivesInvertedSamplesAsTheDeviceHasThem) {
  SampleStream stream(gpufft::SampleFormat::Cu8, [] {});
  stream.wanted = true;
  const std::array bytes{std::byte{1}, std::byte{255}};
  stream.take({.bytes = bytes, .tuned = {.conversion = {.invert = true}}});
  const auto blocks = stream.queue.fetch();
  ASSERT_EQ(blocks.size(), 1U);
  EXPECT_EQ(*blocks.front(), (std::vector{std::byte{1}, std::byte{0}}));
}

TEST(SampleStream, HoldsWhatIsWantedUpToABound) {
  int rung = 0;
  SampleStream stream(gpufft::SampleFormat::Cu8, [&rung] { ++rung; });
  const std::array<std::byte, 4> bytes{};
  stream.take({.bytes = bytes});
  EXPECT_TRUE(stream.queue.fetch().empty()) << "no client is connected";
  stream.wanted = true;
  for (int i = 0; i < 1000; ++i) stream.take({.bytes = bytes});
  EXPECT_EQ(stream.queue.fetch().size(), 64U);
  EXPECT_EQ(rung, 64);
  stream.queue.close();
  stream.take({.bytes = bytes});
  EXPECT_EQ(rung, 64);
}

}  // namespace
}  // namespace spectrumd

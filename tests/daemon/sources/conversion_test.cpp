// SPDX-License-Identifier: MIT
#include "daemon/sources/conversion.h"

#include <gtest/gtest.h>

#include <array>
#include <vector>

namespace spectrumd {
namespace {

constexpr Conversion kHamItUp{.offset = {125e6}}, kLnb{.offset = {-9750e6}};
constexpr Conversion kHighSide{.offset = {166.9e6}, .invert = true};  // 145.5 MHz and an IF of 21.4 MHz

TEST(Conversion, LeadsFromTheAntennaToTheDeviceAndBack) {
  EXPECT_EQ(at_device(Hertz{7.1e6}, kHamItUp), Hertz{132.1e6});
  EXPECT_EQ(at_device(Hertz{10489.75e6}, kLnb), Hertz{739.75e6});
  EXPECT_EQ(at_device(Hertz{145.5e6}, kHighSide), Hertz{21.4e6});
  for (const Conversion& conversion : {Conversion{}, kHamItUp, kLnb, kHighSide})
    EXPECT_EQ(at_antenna(at_device(Hertz{10489.75e6}, conversion), conversion), Hertz{10489.75e6});
}

TEST(Conversion, KeepsTheLowerEndOfASpanFirst) {
  EXPECT_EQ(at_antenna(Span{{24e6}, {1766e6}}, kHamItUp), (Span{{-101e6}, {1641e6}}));
  EXPECT_EQ(at_antenna(Span{{20e6}, {30e6}}, kHighSide), (Span{{136.9e6}, {146.9e6}}));
  Tuning tuning{.center = {145.5e6}, .span = Span{{140e6}, {150e6}}, .conversion = kHighSide};
  EXPECT_EQ(at_device(tuning).span, (Span{{16.9e6}, {26.9e6}}));
  EXPECT_EQ(at_device(tuning).center, Hertz{21.4e6});
}

template <class Number>
std::vector<Number> conjugated(std::vector<Number> samples, gpufft::SampleFormat format) {
  conjugate(std::as_writable_bytes(std::span(samples)), format);
  return samples;
}

TEST(Conversion, NegatesTheQOfEveryFormat) {
  using gpufft::SampleFormat;
  EXPECT_EQ(conjugated<std::uint8_t>({1, 0, 2, 255, 3, 127}, SampleFormat::Cu8),
            (std::vector<std::uint8_t>{1, 255, 2, 0, 3, 128}));
  EXPECT_EQ(conjugated<std::int8_t>({1, 5, 2, -128}, SampleFormat::Cs8), (std::vector<std::int8_t>{1, -5, 2, 127}));
  EXPECT_EQ(conjugated<std::int16_t>({1, 5, 2, -32768}, SampleFormat::Cs16),
            (std::vector<std::int16_t>{1, -5, 2, 32767}));
  EXPECT_EQ(conjugated<float>({1, 0.5F, 2, -1}, SampleFormat::Cf32), (std::vector<float>{1, -0.5F, 2, 1}));
}

}  // namespace
}  // namespace spectrumd

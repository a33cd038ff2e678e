// SPDX-License-Identifier: MIT
#include "gpufft/cpu/short_fft.h"

#include <gtest/gtest.h>

#include "gpufft/cpu/backend.h"
#include "tests/gpufft/double_dft.h"
#include "tests/gpufft/signals.h"

namespace {

using namespace gpufft::cpu;
using gpufft::Direction;

constexpr std::size_t kCount = 37;  // whole vectors of every width, and some more

template <class Check>
void with_each(const Check& check) {
  for (const Target& target : targets())
    for (const std::size_t length : kShortLengths)
      for (const Direction direction : {Direction::Forward, Direction::Inverse}) {
        SCOPED_TRACE(testing::Message() << target.name << ' ' << length
                                        << (direction == Direction::Inverse ? " -" : ""));
        ShortFft fft(target, length);
        check(fft, target, length, direction);
      }
}

TEST(ShortFft, AgreesWithDoubleDftInEveryLane) {
  with_each([](ShortFft& fft, const Target& target, std::size_t length, Direction direction) {
    const auto x = random_points(kCount * length, 3);
    FloatPoints out(x.size());
    fft.transform_lines(x, out, {kCount, length, length}, direction);
    EXPECT_LE(relative_error(in_double(out), truth(x, length, direction, oracle::dft)),
              CpuBackend(target).error_bound(length));
  });
}

TEST(ShortFft, GivesTheSameInALaneAndAlone) {
  with_each([](ShortFft& fft, const Target&, std::size_t length, Direction direction) {
    const auto x = random_points(kCount * length, 4);
    FloatPoints together(x.size()), alone(x.size());
    fft.transform_lines(x, together, {kCount, length, length}, direction);
    for (std::size_t i = 0; i < x.size(); i += length)
      fft.transform(std::span(x).subspan(i, length), std::span(alone).subspan(i, length), direction);
    EXPECT_EQ(together, alone);
  });
}

TEST(ShortFft, LeavesWhatIsBetweenTheLines) {
  const FloatPoints::value_type untouched(7, 7);
  with_each([&](ShortFft& fft, const Target&, std::size_t length, Direction direction) {
    const std::size_t in_distance = length + 3, out_distance = length + 1;
    const auto x = random_points(kCount * in_distance, 5);
    FloatPoints out(kCount * out_distance, untouched), line(length);
    fft.transform_lines(x, out, {kCount, in_distance, out_distance}, direction);
    for (std::size_t i = 0; i < kCount; ++i) {
      fft.transform(std::span(x).subspan(i * in_distance, length), line, direction);
      EXPECT_TRUE(std::ranges::equal(line, std::span(out).subspan(i * out_distance, length))) << i;
      EXPECT_EQ(out[i * out_distance + length], untouched) << i;
    }
  });
}

TEST(ShortFft, TransformsInPlace) {
  with_each([](ShortFft& fft, const Target&, std::size_t length, Direction direction) {
    auto x = random_points(kCount * length, 6);
    FloatPoints apart(x.size());
    fft.transform_lines(x, apart, {kCount, length, length}, direction);
    fft.transform_lines(x, x, {kCount, length, length}, direction);
    EXPECT_EQ(x, apart);
  });
}

}  // namespace

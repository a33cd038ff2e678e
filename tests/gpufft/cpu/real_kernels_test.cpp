// SPDX-License-Identifier: MIT
// What is around real and cosine transforms, and the turning of columns: vectors of every width give what one lane
// gives.
#include <gtest/gtest.h>

#include <complex>
#include <vector>

#include "gpufft/cpu/target.h"
#include "gpufft/tables/turns.h"
#include "tests/gpufft/signals.h"

namespace {

using gpufft::cpu::Kernels;
using gpufft::cpu::Target;

constexpr std::size_t kLongest = 90;  // lanes of every width, and what is left of them

const float* floats_of(const std::vector<std::complex<float>>& points) {
  return reinterpret_cast<const float*>(points.data());
}

// Calls run(kernels, in, length, out) with each width of each target, and compares `out`.
template <class Run>
void expect_as_one_lane(const Run& run) {
  for (const Target& target : gpufft::cpu::targets())
    for (const Kernels& kernels : target.kernels)
      for (std::size_t length = 2; length < kLongest; ++length) {
        const auto in = random_points(8 * kLongest, static_cast<unsigned>(length));
        std::vector<float> expected(20 * kLongest), found(20 * kLongest);
        run(target.kernels.back(), floats_of(in), length, expected.data());
        run(kernels, floats_of(in), length, found.data());
        for (std::size_t n = 0; n < found.size(); ++n)
          ASSERT_NEAR(found[n], expected[n], 1e-6F)
              << target.name << ", " << kernels.lanes << " lanes, length " << length << ", float " << n;
      }
}

TEST(RealKernels, SplitAndUniteBinsAsOneLaneDoes) {
  expect_as_one_lane([](const Kernels& kernels, const float* in, std::size_t half, float* out) {
    kernels.real.split(in, floats_of(gpufft::turns(half + 1, 2 * half)), half, out);
  });
  expect_as_one_lane([](const Kernels& kernels, const float* in, std::size_t half, float* out) {
    kernels.real.unite(in, floats_of(gpufft::turns(half + 1, 2 * half)), half, out);
  });
}

TEST(RealKernels, OrderPointsAsOneLaneDoes) {
  expect_as_one_lane([](const Kernels& kernels, const float* in, std::size_t length, float* out) {
    kernels.real.fold(in, length, out);
  });
  expect_as_one_lane([](const Kernels& kernels, const float* in, std::size_t length, float* out) {
    kernels.real.unfold(in, length, out);
  });
}

TEST(RealKernels, MakeCosinesAsOneLaneDoes) {
  expect_as_one_lane([](const Kernels& kernels, const float* in, std::size_t length, float* out) {
    kernels.real.to_cosines(in, floats_of(gpufft::turns(length / 2 + 1, 4 * length)), length, out);
  });
  expect_as_one_lane([](const Kernels& kernels, const float* in, std::size_t length, float* out) {
    kernels.real.from_cosines(in, floats_of(gpufft::turns(length / 2 + 1, 4 * length)), length, out);
  });
}

TEST(TurnKernel, MakesRowsOfColumns) {
  for (const Target& target : gpufft::cpu::targets())
    for (const Kernels& kernels : target.kernels)
      for (const std::size_t rows : {1U, 4U, 7U, 33U})
        for (const std::size_t columns : {1U, 4U, 5U, 16U}) {
          const std::size_t in_pitch = columns + 3, out_pitch = rows + 2;
          const auto in = random_points(rows * in_pitch, 1);
          std::vector<std::complex<float>> out(columns * out_pitch, -9.0F);
          kernels.turn(floats_of(in), {rows, columns, in_pitch, out_pitch}, reinterpret_cast<float*>(out.data()));
          for (std::size_t column = 0; column < columns; ++column)
            for (std::size_t row = 0; row < out_pitch; ++row) {
              const auto expected = row < rows ? in[row * in_pitch + column] : std::complex<float>(-9.0F);
              ASSERT_EQ(out[column * out_pitch + row], expected)
                  << target.name << ", " << kernels.lanes << " lanes, " << rows << " x " << columns;
            }
        }
}

}  // namespace

// SPDX-License-Identifier: MIT
#include "tests/gpufft/double_dft.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "tests/gpufft/signals.h"

namespace {

TEST(Oracle, GivesTextbookTransforms) {
  const oracle::Points impulse{0, 1, 0, 0}, rising{1, 2, 3, 4};
  const oracle::Points impulse_bins{1, {0, -1}, -1, {0, 1}}, rising_bins{10, {-2, 2}, -2, {-2, -2}};
  EXPECT_LT(relative_error(oracle::dft(impulse), impulse_bins), 1e-15);
  EXPECT_LT(relative_error(oracle::dft(rising), rising_bins), 1e-15);
}

TEST(Oracle, FastEqualsDefinition) {
  for (std::size_t length = 1; length <= 2048; length *= 2) {
    const auto x = in_double(random_points(length, 1));
    EXPECT_LT(relative_error(oracle::fast_dft(x), oracle::dft(x)), 1e-13) << length;
  }
}

}  // namespace

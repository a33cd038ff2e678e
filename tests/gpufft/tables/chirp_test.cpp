// SPDX-License-Identifier: MIT
#include "gpufft/tables/chirp.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <numbers>

#include "tests/gpufft/double_dft.h"
#include "tests/gpufft/signals.h"

namespace gpufft {
namespace {

TEST(Chirp, HasAnExactPhaseWhereItsAngleIsLarge) {
  constexpr std::size_t kLength = 4194301;
  const auto points = chirp(kLength);
  for (const std::size_t n : {std::size_t{1}, std::size_t{2897}, kLength - 1}) {
    const std::uint64_t part = std::uint64_t{n} * n % (2 * kLength);
    const double angle = std::numbers::pi * static_cast<double>(part) / static_cast<double>(kLength);
    EXPECT_NEAR(points[n].real(), std::cos(angle), 1e-7) << n;
    EXPECT_NEAR(points[n].imag(), -std::sin(angle), 1e-7) << n;
  }
}

TEST(Chirp, ConvolvesToATransform) {
  constexpr std::size_t kLength = 11, kPadded = 32;
  const auto x = in_double(random_points(kLength, 2));
  const auto factors = chirp(kLength);
  const auto at = [](const std::complex<float>& point) { return std::complex<double>(point); };
  oracle::Points padded(kPadded);
  for (std::size_t n = 0; n < kLength; ++n) padded[n] = x[n] * at(factors[n]);
  auto bins = oracle::dft(padded);
  const auto response = chirp_response(kLength, kPadded);
  for (std::size_t k = 0; k < kPadded; ++k) bins[k] = std::conj(bins[k] * at(response[k]));
  auto convolved = oracle::dft(bins);
  oracle::Points made;
  for (std::size_t k = 0; k < kLength; ++k) made.push_back(std::conj(convolved[k]) * at(factors[k]));
  EXPECT_LT(relative_error(made, oracle::dft(x)), 1e-6) << "seed 2";
}

}  // namespace
}  // namespace gpufft

// SPDX-License-Identifier: MIT
#include <cmath>
#include <numbers>
#include <random>
#include <stdexcept>

#include "tests/gpufft/every_backend.h"
#include "tests/gpufft/signals.h"

namespace {

using gpufft::Direction;
using gpufft::FftKind;
using gpufft::FftRequest;

class FftKinds : public EveryBackend {
 protected:
  static std::unique_ptr<gpufft::Fft> plan(const FftRequest& request) { return backend().plan_fft(request); }
  static std::string refused(const FftRequest& request) {
    return refusal([&] { plan(request); });
  }
};

// The QPUs do a few of these lengths and kinds and refuse the rest: tests/gpufft/qpu.
std::vector<const gpufft::Backend*> backends_of_every_kind() {
  auto backends = tested_backends();
  std::erase_if(backends, [](const gpufft::Backend* backend) { return backend->traits().emulated; });
  return backends;
}
INSTANTIATE_TEST_SUITE_P(Backend, FftKinds, testing::ValuesIn(backends_of_every_kind()), backend_name);

const std::vector<std::size_t> kLengths{1,  2,   3,   4,   5,    8,    11,   16,   30,  60,
                                        97, 127, 128, 256, 1000, 1155, 1024, 1536, 2048};

std::vector<float> random_reals(std::size_t count, unsigned seed) {
  std::vector<float> reals;
  for (const auto point : random_points(count, seed)) reals.push_back(point.real());
  return reals;
}

oracle::Points reals_in_double(const std::vector<float>& reals) { return {reals.begin(), reals.end()}; }

oracle::Points dct_ii(const std::vector<float>& x) {
  oracle::Points out(x.size());
  const auto length = static_cast<double>(x.size());
  for (std::size_t k = 0; k < x.size(); ++k) {
    for (std::size_t n = 0; n < x.size(); ++n) {
      const std::size_t turn = k * (2 * n + 1) % (4 * x.size());
      out[k] += static_cast<double>(x[n]) * std::cos(std::numbers::pi * static_cast<double>(turn) / (2 * length));
    }
  }
  return out;
}

oracle::Points dct_iii(const std::vector<float>& x) {
  oracle::Points out(x.size(), x[0] / 2.0);
  const auto length = static_cast<double>(x.size());
  for (std::size_t n = 0; n < x.size(); ++n) {
    for (std::size_t k = 1; k < x.size(); ++k) {
      const std::size_t turn = k * (2 * n + 1) % (4 * x.size());
      out[n] += static_cast<double>(x[k]) * std::cos(std::numbers::pi * static_cast<double>(turn) / (2 * length));
    }
  }
  return out;
}

TEST_P(FftKinds, RealPointsHaveTheBinsOfTheComplexTransform) {
  for (const std::size_t length : taken(kLengths)) {
    const auto x = random_reals(2 * length, 1);
    const std::size_t bins = length / 2 + 1;
    FloatPoints out(2 * bins);
    plan({.length = length, .batch = 2, .kind = FftKind::RealToComplex})->transform(x, out);
    for (const std::size_t item : {0, 1}) {
      auto truth = oracle::dft(reals_in_double({x.begin() + static_cast<std::ptrdiff_t>(item * length),
                                                x.begin() + static_cast<std::ptrdiff_t>((item + 1) * length)}));
      truth.resize(bins);
      EXPECT_LE(relative_error(in_double(std::span(out).subspan(item * bins, bins)), truth),
                2 * backend().error_bound(length))
          << length;
    }
  }
}

TEST_P(FftKinds, BinsOfRealPointsLeadBackTimesLength) {
  for (const std::size_t length : taken(kLengths)) {
    const auto x = random_reals(3 * length, 2);
    FloatPoints bins(3 * (length / 2 + 1));
    std::vector<float> back(x.size());
    plan({.length = length, .batch = 3, .kind = FftKind::RealToComplex})->transform(x, bins);
    plan({.length = length, .batch = 3, .kind = FftKind::ComplexToReal})->transform(bins, back);
    for (float& value : back) value /= static_cast<float>(length);
    EXPECT_LT(relative_error(reals_in_double(back), reals_in_double(x)), 2e-6) << length;
  }
}

TEST_P(FftKinds, CosineTransformsAgreeWithDouble) {
  for (const std::size_t length : taken(kLengths)) {
    const auto x = random_reals(length, 3);
    std::vector<float> second(length), third(length);
    plan({.length = length, .kind = FftKind::DctII})->transform(x, second);
    plan({.length = length, .kind = FftKind::DctIII})->transform(x, third);
    EXPECT_LE(relative_error(reals_in_double(second), dct_ii(x)), 3 * backend().error_bound(length)) << length;
    EXPECT_LE(relative_error(reals_in_double(third), dct_iii(x)), 3 * backend().error_bound(length)) << length;
  }
}

TEST_P(FftKinds, TwoDimensionsAreRowsThenColumns) {
  for (const auto& [rows, length] :
       {std::pair<std::size_t, std::size_t>{2, 3}, {16, 16}, {5, 60}, {64, 20}, {7, 11}, {37, 37}}) {
    if (in_haste() && rows != 16 && rows != 7 && rows != 37) continue;
    for (const unsigned threads : {1U, 3U}) {
      const auto x = random_points(2 * rows * length, 4);
      FloatPoints out(x.size());
      plan({.length = length, .batch = 2, .direction = Direction::Inverse, .rows = rows, .threads = threads})
          ->transform(x, out);
      oracle::Points truth;
      for (const std::size_t item : {0, 1}) {
        oracle::Points grid(rows * length);
        for (std::size_t row = 0; row < rows; ++row) {
          auto line = in_double(std::span(x).subspan((item * rows + row) * length, length));
          for (auto& point : line) point = std::conj(point);
          const auto bins = oracle::dft(line);
          std::copy(bins.begin(), bins.end(), grid.begin() + static_cast<std::ptrdiff_t>(row * length));
        }
        for (std::size_t column = 0; column < length; ++column) {
          oracle::Points line(rows);
          for (std::size_t row = 0; row < rows; ++row) line[row] = grid[row * length + column];
          line = oracle::dft(line);
          for (std::size_t row = 0; row < rows; ++row) grid[row * length + column] = std::conj(line[row]);
        }
        truth.insert(truth.end(), grid.begin(), grid.end());
      }
      EXPECT_LT(relative_error(in_double(out), truth), 1e-6) << rows << " x " << length << ", " << threads;
    }
  }
}

TEST_P(FftKinds, StridesSayWherePointsLie) {
  for (const std::size_t length : {5, 16, 60, 97, 256}) {
    constexpr std::size_t kBatch = 3, kStride = 3;
    const auto x = random_points(kBatch * length, 5);
    FloatPoints packed(x.size()), spread(kStride * x.size(), 7), result(kStride * x.size(), 7);
    for (std::size_t item = 0; item < kBatch; ++item) {  // transforms interleaved, and a gap after each row of them
      for (std::size_t n = 0; n < length; ++n) spread[n * kStride + item] = x[item * length + n];
    }
    plan({.length = length, .batch = kBatch})->transform(x, packed);
    plan({.length = length, .batch = kBatch, .in = {kStride, 1}, .out = {2, 2 * length + 1}})
        ->transform(spread, result);
    for (std::size_t item = 0; item < kBatch; ++item) {
      for (std::size_t k = 0; k < length; ++k) {
        ASSERT_EQ(result[item * (2 * length + 1) + 2 * k], packed[item * length + k]) << length;
      }
    }
    EXPECT_EQ(result[1], FloatPoints::value_type(7));  // between the points nothing changes
  }
}

TEST_P(FftKinds, ThreadsChangeNothing) {
  for (const FftKind kind : {FftKind::Complex, FftKind::DctII}) {
    for (const std::size_t batch : {1, 5, 64}) {
      constexpr std::size_t kLength = 48;
      const auto x = random_points(batch * kLength, 6);
      const auto reals = random_reals(batch * kLength, 6);
      FloatPoints one(x.size()), four(x.size());
      std::vector<float> one_real(reals.size()), four_real(reals.size());
      for (int call = 0; call < 3; ++call) {
        const auto alone = plan({.length = kLength, .batch = batch, .kind = kind});
        const auto shared = plan({.length = kLength, .batch = batch, .kind = kind, .threads = 4});
        kind == FftKind::Complex ? alone->transform(x, one) : alone->transform(reals, one_real);
        kind == FftKind::Complex ? shared->transform(x, four) : shared->transform(reals, four_real);
        EXPECT_EQ(one, four) << batch;
        EXPECT_EQ(one_real, four_real) << batch;
      }
    }
  }
}

TEST_P(FftKinds, ThreadsWithinOneTransformChangeNothing) {
  for (const std::size_t length : {1 << 17, 3 << 16, 177147}) {
    for (const std::size_t batch : {1, 2}) {
      auto x = random_points(batch * length, 8);
      FloatPoints one(x.size());
      plan({.length = length, .batch = batch, .direction = Direction::Inverse})->transform(x, one);
      plan({.length = length, .batch = batch, .direction = Direction::Inverse, .threads = 3})->transform(x, x);
      EXPECT_TRUE(one == x) << length << ", " << batch;  // not EXPECT_EQ, which prints them all
    }
  }
}

TEST_P(FftKinds, RandomLengthsAgreeWithDouble) {
  std::mt19937 generator(7);
  for (int i = 0; i < (in_haste() ? 1 : 60); ++i) {
    const std::size_t length = 2 + generator() % 4999;
    const auto x = random_points(length, 7);
    std::vector<std::size_t> some(50);
    for (auto& bin : some) bin = generator() % length;
    FloatPoints out(length);
    plan({.length = length})->transform(x, out);
    oracle::Points bins;
    for (const std::size_t bin : some) bins.emplace_back(out[bin]);
    EXPECT_LE(relative_error(bins, oracle::dft_bins(in_double(x), some)), 1.5 * backend().error_bound(length))
        << length;
  }
}

TEST_P(FftKinds, CallThatWasNotPlannedThrows) {
  std::vector<float> reals(4);
  FloatPoints points(4);
  EXPECT_THROW(plan({.length = 4})->transform(reals, reals), std::logic_error);
  EXPECT_THROW(plan({.length = 4, .kind = FftKind::RealToComplex})->transform(points, points), std::logic_error);
  EXPECT_THROW(plan({.length = 4, .kind = FftKind::RealToComplex})->transform(points, reals), std::logic_error);
  EXPECT_THROW(plan({.length = 4, .kind = FftKind::DctII})->transform(points, reals), std::logic_error);
}

TEST_P(FftKinds, RefusesWhatDoesNotGoTogetherAndSaysWhy) {
  EXPECT_NE(refused({.length = 4, .kind = FftKind::DctII, .rows = 2}).find("two dimensions"), std::string::npos);
  EXPECT_NE(refused({.length = 4, .rows = 2, .in = {2, 0}}).find("stride"), std::string::npos);
  EXPECT_NE(refused({.length = 4, .in = {0, 0}}).find("stride of 0"), std::string::npos);
  EXPECT_NE(refused({.length = 4, .rows = 0}).find("0 rows"), std::string::npos);
  EXPECT_NE(refused({.length = 4, .threads = 0}).find("0 threads"), std::string::npos);
  EXPECT_NE(refused({.length = 4, .threads = 100000}).find("threads"), std::string::npos);
}

TEST_P(FftKinds, ImaginaryPartsOfBinsThatMustBeRealAreIgnored) {
  for (const std::size_t length : taken(kLengths)) {
    constexpr std::size_t kBatch = 2;
    const std::size_t bins = length / 2 + 1;
    FloatPoints real = random_points(kBatch * bins, 9), with_imaginary = real;
    for (std::size_t item = 0; item < kBatch; ++item) {
      for (const std::size_t bin : {std::size_t{0}, length / 2}) {
        if (bin > 0 && length % 2 != 0) continue;  // the last one of an odd length has both
        real[item * bins + bin].imag(0);
        with_imaginary[item * bins + bin].imag(7);
      }
    }
    std::vector<float> points(kBatch * length), same(kBatch * length);
    const auto back = plan({.length = length, .batch = kBatch, .kind = FftKind::ComplexToReal});
    back->transform(real, points);
    back->transform(with_imaginary, same);
    EXPECT_EQ(points, same) << length;
  }
}

}  // namespace

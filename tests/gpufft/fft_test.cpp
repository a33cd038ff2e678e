// SPDX-License-Identifier: MIT
#include "gpufft/fft.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <numbers>
#include <numeric>
#include <random>

#include "tests/gpufft/every_backend.h"
#include "tests/gpufft/signals.h"

namespace {

using gpufft::Direction;

class Fft : public EveryBackend {
 protected:
  static FloatPoints transform(std::span<const std::complex<float>> in, std::size_t length,
                               Direction direction = Direction::Forward) {
    FloatPoints out(in.size());
    backend().plan_fft({.length = length, .batch = in.size() / length, .direction = direction})->transform(in, out);
    return out;
  }
};
INSTANTIATE_TEST_SUITE_P(Backend, Fft, testing::ValuesIn(tested_backends()), backend_name);

constexpr std::array kBothDirections{Direction::Forward, Direction::Inverse};
// Among them some for every number of legs that a crossing has: 81 243 486 2401 3125 1250 4802 1500 1575.
const std::vector<std::size_t> kSomeLengths{1,   2,   3,    4,    5,    7,    8,    12,   60,   64,   81,   97,   120,
                                            243, 486, 1000, 1024, 1155, 1250, 1500, 1575, 2048, 2401, 3125, 4096, 4802};
const std::vector<std::size_t> kAwkwardLengths{1000,  3072,  3000,  3125,  6561,  7168,  10007, 16807, 18750,
                                               32749, 32767, 40000, 50421, 59049, 65521, 65535, 65625, 100003};

std::string described(std::size_t length, Direction direction, unsigned seed) {
  return "length " + std::to_string(length) + (direction == Direction::Forward ? " forward" : " inverse") + ", seed " +
         std::to_string(seed);
}

std::vector<std::size_t> primes_up_to(std::size_t last) {
  std::vector<std::size_t> primes;
  for (std::size_t number = 2; number <= last; ++number) {
    if (std::ranges::none_of(primes, [=](std::size_t prime) { return number % prime == 0; })) primes.push_back(number);
  }
  return primes;
}

// A short transform has so few roundings that their mean only shows over a batch.
std::size_t batch_for(std::size_t length) { return std::max<std::size_t>(1, 4096 / length); }

TEST_P(Fft, AgreesWithDoubleDftAtEveryPowerOfTwo) {
  for (const std::size_t length : taken(powers_of_two(1, std::size_t{1} << 22))) {
    const auto x = random_points(length * batch_for(length), 7);
    for (const Direction direction : kBothDirections) {
      if (length > 1 << 18 && direction == Direction::Inverse) continue;  // the same code, and the oracle is slow
      const auto bins = truth(x, length, direction, oracle::fast_dft);
      EXPECT_LE(relative_error(in_double(transform(x, length, direction)), bins), backend().error_bound(length))
          << described(length, direction, 7);
    }
  }
}

TEST_P(Fft, AgreesWithDoubleDftAtEveryLengthUpTo300) {
  for (const std::size_t length : taken(lengths_up_to(300))) {
    const auto x = random_points(length * batch_for(length), 8);
    for (const Direction direction : kBothDirections) {
      const auto bins = truth(x, length, direction, oracle::dft);
      EXPECT_LE(relative_error(in_double(transform(x, length, direction)), bins), backend().error_bound(length))
          << described(length, direction, 8);
    }
  }
}

TEST_P(Fft, AgreesWithDoubleDftAtAwkwardLengths) {
  for (const std::size_t length : taken(kAwkwardLengths)) {
    const auto x = random_points(length, 9);
    std::vector<std::size_t> some(200);  // the definition at every bin would take minutes
    std::mt19937 generator(9);
    for (auto& bin : some) bin = generator() % length;
    for (const Direction direction : kBothDirections) {
      const auto all = in_double(transform(x, length, direction));
      oracle::Points bins;
      for (const std::size_t bin : some) bins.push_back(all[bin]);
      const auto dft = [&some](const auto& points) { return oracle::dft_bins(points, some); };
      EXPECT_LE(relative_error(bins, truth(x, length, direction, dft)), backend().error_bound(length))
          << described(length, direction, 9);
    }
  }
}

TEST_P(Fft, BatchEqualsSingles) {
  auto lengths = kSomeLengths;
  for (std::size_t length = 1; length <= 300 && backend().traits().processor; ++length) lengths.push_back(length);
  for (const std::size_t length : taken(lengths)) {
    const auto x = random_points(3 * length, 10);
    FloatPoints singles;
    for (std::size_t i = 0; i < 3; ++i) {
      const auto one = transform(std::span(x).subspan(i * length, length), length);
      singles.insert(singles.end(), one.begin(), one.end());
    }
    EXPECT_EQ(transform(x, length), singles) << described(length, Direction::Forward, 10);
  }
}

TEST_P(Fft, InPlaceEqualsOutOfPlace) {
  for (const std::size_t length : taken(kSomeLengths)) {
    for (const Direction direction : kBothDirections) {
      auto x = random_points(2 * length, 11);
      const auto apart = transform(x, length, direction);
      backend().plan_fft({.length = length, .batch = 2, .direction = direction})->transform(x, x);
      EXPECT_EQ(x, apart) << described(length, direction, 11);
    }
  }
}

TEST_P(Fft, PlanGivesTheSameEveryTimeAndLeavesItsInputAlone) {
  for (const std::size_t length : taken(kSomeLengths)) {
    const auto plan = backend().plan_fft({.length = length});
    const auto x = random_points(length, 12);
    auto copy = x;
    FloatPoints first(length), second(length);
    plan->transform(copy, first);
    plan->transform(random_points(length, 13), second);
    plan->transform(copy, second);
    EXPECT_EQ(first, second) << length;
    EXPECT_EQ(copy, x) << length;
  }
}

TEST_P(Fft, WritesNothingBehindItsPoints) {
  const FloatPoints::value_type untouched(7, 7);
  for (const std::size_t length : taken(lengths_up_to(300))) {
    FloatPoints out(length + 16, untouched);
    backend().plan_fft({.length = length})->transform(random_points(length, 20), std::span(out).first(length));
    ASSERT_TRUE(std::all_of(out.begin() + static_cast<std::ptrdiff_t>(length), out.end(), [&](auto point) {
      return point == untouched;
    })) << length;
  }
}

// Whole cache lines may be written differently.
TEST_P(Fft, LongTransformIsTheSameAtAnyAddress) {
  for (const std::size_t length : taken({std::size_t{1} << 17, std::size_t{3} << 16})) {
    const auto x = random_points(length, 21);
    constexpr std::size_t kLine = 64, kPoint = sizeof(FloatPoints::value_type);
    FloatPoints memory(length + kLine / kPoint);
    const auto plan = backend().plan_fft({.length = length});
    const auto address = reinterpret_cast<std::uintptr_t>(memory.data());
    const auto at_line = std::span(memory).subspan((kLine - address % kLine) % kLine / kPoint, length);
    plan->transform(x, at_line);
    const FloatPoints expected(at_line.begin(), at_line.end());
    const auto beside_it = std::span(memory).subspan(at_line.data() == memory.data() ? 1 : 0, length);
    plan->transform(x, beside_it);
    EXPECT_TRUE(std::equal(beside_it.begin(), beside_it.end(), expected.begin())) << length;
  }
}

TEST_P(Fft, IsLinear) {
  for (const std::size_t length : taken(kSomeLengths)) {
    const auto x = random_points(length, 14), y = random_points(length, 15);
    FloatPoints mix(length);
    std::transform(x.begin(), x.end(), y.begin(), mix.begin(), [](auto a, auto b) { return 2.0F * a - b; });
    const auto bins_x = in_double(transform(x, length)), bins_y = in_double(transform(y, length));
    oracle::Points bins(length);
    std::transform(bins_x.begin(), bins_x.end(), bins_y.begin(), bins.begin(),
                   [](auto a, auto b) { return 2.0 * a - b; });
    EXPECT_LT(relative_error(in_double(transform(mix, length)), bins), 2e-6) << length;
  }
}

TEST_P(Fft, KeepsEnergy) {
  const auto energy = [](const FloatPoints& points) {
    return std::accumulate(points.begin(), points.end(), 0.0, [](double sum, auto p) { return sum + std::norm(p); });
  };
  for (const std::size_t length : taken(kSomeLengths)) {
    const auto x = random_points(length, 16);
    EXPECT_NEAR(energy(transform(x, length)) / (static_cast<double>(length) * energy(x)), 1, 2e-6) << length;
  }
}

TEST_P(Fft, ShiftInTimeTurnsPhases) {
  for (const std::size_t length : taken(kSomeLengths)) {
    auto x = random_points(length, 17);
    auto expected = in_double(transform(x, length));
    for (std::size_t k = 0; k < length; ++k) {
      expected[k] *= std::polar(1.0, 2 * std::numbers::pi * static_cast<double>(k) / static_cast<double>(length));
    }
    std::rotate(x.begin(), x.begin() + 1, x.end());
    EXPECT_LT(relative_error(in_double(transform(x, length)), expected), 2e-6) << length;
  }
}

TEST_P(Fft, ToneLandsInItsBinOnly) {
  for (const std::size_t length : taken(kSomeLengths)) {
    const std::size_t bin = length / 3;
    FloatPoints x(length);
    for (std::size_t n = 0; n < length; ++n) {
      const double turns = static_cast<double>(bin * n) / static_cast<double>(length);
      x[n] = std::complex<float>(std::polar(1.0, 2 * std::numbers::pi * turns));
    }
    oracle::Points expected(length), mirrored(length);
    expected[bin] = static_cast<double>(length);
    mirrored[bin == 0 ? 0 : length - bin] = static_cast<double>(length);
    EXPECT_LT(relative_error(in_double(transform(x, length)), expected), 2e-6) << length;
    EXPECT_LT(relative_error(in_double(transform(x, length, Direction::Inverse)), mirrored), 2e-6) << length;
  }
}

TEST_P(Fft, ForwardThenInverseMultipliesByLength) {
  for (const std::size_t length : taken(kSomeLengths)) {
    const auto x = random_points(length, 18);
    auto back = in_double(transform(transform(x, length), length, Direction::Inverse));
    for (auto& point : back) point /= static_cast<double>(length);
    EXPECT_LT(relative_error(back, in_double(x)), 2e-6) << length;
  }
}

TEST_P(Fft, RefusesWhatItCannotDoAndSaysWhy) {
  const auto refused = [](gpufft::FftRequest request) { return refusal([&] { backend().plan_fft(request); }); };
  EXPECT_NE(refused({.length = 0}).find("0 points"), std::string::npos);
  EXPECT_NE(refused({.length = std::numeric_limits<std::size_t>::max()}).find("accepts"), std::string::npos);
  EXPECT_NE(refused({.length = 64, .batch = 0}).find("batch of 0"), std::string::npos);
  EXPECT_NE(refused({.length = 64, .batch = std::numeric_limits<std::size_t>::max() / 64}).find("memory"),
            std::string::npos);
}

// Through a convolution, by the planned way; some bins of each, as the definition is slow.
TEST(CpuFft, AgreesWithDoubleDftAtEveryPrimeUpTo5000) {
  std::mt19937 generator(22);
  for (const auto& target : gpufft::cpu::targets()) {
    const gpufft::cpu::CpuBackend cpu(target);
    for (const std::size_t prime : primes_up_to(5000)) {
      const auto x = random_points(prime, 22);
      std::vector<std::size_t> some{0, 1, prime - 1};
      while (some.size() < std::min<std::size_t>(prime, 40)) some.push_back(generator() % prime);
      const auto truth = oracle::dft_bins(in_double(x), some);
      FloatPoints out(prime);
      cpu.plan_fft({.length = prime})->transform(x, out);
      oracle::Points bins;
      for (const std::size_t bin : some) bins.emplace_back(out[bin]);
      EXPECT_LE(relative_error(bins, truth), cpu.error_bound(prime)) << prime << ", " << target.name;
    }
  }
}

// The project's bound for processors, without error_bound's allowance for short lengths.
TEST(CpuFft, ErrsByAtMostHalfOfLog2RoundingsOverABatch) {
  const auto& cpu = *gpufft::choose_backend("cpu").backend;
  for (const std::size_t length :
       {2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 16, 22, 25, 26, 27, 100, 121, 128, 500, 512}) {
    const std::size_t batch = 100000 / length;
    const auto x = random_points(length * batch, 19);
    FloatPoints out(x.size());
    cpu.plan_fft({.length = length, .batch = batch})->transform(x, out);
    const double bound = 0.5 * 0x1p-24 * std::log2(static_cast<double>(length));
    const auto bins = truth(x, length, Direction::Forward, oracle::dft);
    EXPECT_LE(relative_error(in_double(out), bins), bound) << described(length, Direction::Forward, 19);
  }
}

}  // namespace

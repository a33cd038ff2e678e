// SPDX-License-Identifier: MIT
#include "daemon/sources/sim/noise.h"

#include <array>
#include <cmath>
#include <cstddef>
#include <numbers>

namespace spectrumd::sim {
namespace {

constexpr std::size_t kBits = 12;
constexpr std::size_t kEntries = std::size_t{1} << kBits;  // 16 KiB: stays in the first cache

// The quantile of the normal distribution for a probability, by bisection.
double inverse_normal(double probability) {
  double low = -9, high = 9;
  for (int step = 0; step < 60; ++step) {
    const double middle = (low + high) / 2;
    (std::erfc(-middle / std::numbers::sqrt2) / 2 < probability ? low : high) = middle;
  }
  return (low + high) / 2;
}

std::array<float, kEntries> make_table() {
  std::array<double, kEntries> deviations{};
  double power = 0;
  for (std::size_t entry = 0; entry < kEntries; ++entry) {
    deviations[entry] = inverse_normal((static_cast<double>(entry) + 0.5) / kEntries);
    power += deviations[entry] * deviations[entry] / kEntries;
  }
  std::array<float, kEntries> table{};
  for (std::size_t entry = 0; entry < kEntries; ++entry)
    table[entry] = static_cast<float>(deviations[entry] / std::sqrt(power));
  return table;
}

}  // namespace

void add_noise(Chunk& chunk, float sigma, RandomBits& bits) {
  static const std::array<float, kEntries> table = make_table();
  const auto deviation = [&](std::uint64_t from) { return sigma * table[from % kEntries]; };
  for (std::size_t n = 0; n < kChunk; n += 2) {
    const std::uint64_t word = bits.next();
    chunk.i[n] += deviation(word);
    chunk.q[n] += deviation(word >> 16);
    chunk.i[n + 1] += deviation(word >> 32);
    chunk.q[n + 1] += deviation(word >> 48);
  }
}

}  // namespace spectrumd::sim

// SPDX-License-Identifier: MIT
#include "gpufft/cuda/tables.h"

#include <bit>
#include <cmath>
#include <numbers>

#include "gpufft/cuda/kernels/shape.h"

namespace gpufft::cuda {
namespace {

// Turn `index` of a butterfly belongs to the level that makes `level` points from two halves; only the first half of a
// level's turns is stored, after those of lower levels. Radices that are no power of two have a single turn.
Point pass_turn(std::size_t radix, std::size_t index, std::size_t joined, std::size_t point) {
  if (!std::has_single_bit(radix)) return turn(point, radix * joined);
  const std::size_t level = index == 0 ? 2 : 4 * std::bit_floor(index), k = index - level / 4;
  return turn(k * joined + point, level * joined);
}

}  // namespace

Point turn(std::uint64_t part, std::uint64_t parts) {
  const auto turned =
      std::polar(1.0, -2 * std::numbers::pi * static_cast<double>(part % parts) / static_cast<double>(parts));
  return {static_cast<float>(turned.real()), static_cast<float>(turned.imag())};
}

std::vector<Point> pass_turns(std::span<const int> radices) {
  std::vector<Point> turns;
  std::size_t length = 1;
  for (const int radix : radices) length *= static_cast<std::size_t>(radix);
  auto joined = static_cast<std::size_t>(radices[0]);
  for (const int radix : radices.subspan(1)) {
    const auto count = static_cast<std::size_t>(turns_of(radix));
    const std::size_t before = turns.size();
    turns.resize(before + count * joined);
    for (std::size_t index = 0; index < count; ++index)
      for (std::size_t point = 0; point < joined; ++point)
        turns[before + turn_place(turns_in_pairs(length), joined, index, point)] =
            pass_turn(static_cast<std::size_t>(radix), index, joined, point);
    joined *= static_cast<std::size_t>(radix);
  }
  return turns;
}

std::vector<std::complex<float>> by_lines(const std::vector<std::complex<float>>& bins, std::size_t lines) {
  std::vector<std::complex<float>> ordered;
  ordered.reserve(bins.size());
  for (std::size_t line = 0; line < lines; ++line)
    for (std::size_t bin = line; bin < bins.size(); bin += lines) ordered.push_back(bins[bin]);
  return ordered;
}

}  // namespace gpufft::cuda

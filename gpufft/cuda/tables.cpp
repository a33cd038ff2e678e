// SPDX-License-Identifier: MIT
#include "gpufft/cuda/tables.h"

#include <bit>
#include <cmath>
#include <complex>
#include <numbers>

#include "gpufft/cuda/kernels/shape.h"
#include "gpufft/tables/chirp.h"

namespace gpufft::cuda {
namespace {

Point rounded(std::complex<double> value) {
  return {static_cast<float>(value.real()), static_cast<float>(value.imag())};
}

// Turn `index` of a butterfly belongs to the level that makes `level` points of two halves; of a level's turns the
// first half is there, behind those of lower levels.
Point pass_turn(std::size_t index, std::size_t joined, std::size_t point) {
  const std::size_t level = index == 0 ? 2 : 4 * std::bit_floor(index), k = index - level / 4;
  return turn(k * joined + point, level * joined);
}

}  // namespace

Point turn(std::uint64_t part, std::uint64_t parts) {
  return rounded(
      std::polar(1.0, -2 * std::numbers::pi * static_cast<double>(part % parts) / static_cast<double>(parts)));
}

std::vector<Point> circle(std::size_t count, std::size_t parts) {
  std::vector<Point> points;
  points.reserve(count);
  for (std::size_t k = 0; k < count; ++k) points.push_back(turn(k, parts));
  return points;
}

std::vector<Point> pass_turns(std::span<const int> radices) {
  std::vector<Point> turns;
  std::size_t length = 1;
  for (const int radix : radices) length *= static_cast<std::size_t>(radix);
  auto joined = static_cast<std::size_t>(radices[0]);
  for (const int radix : radices.subspan(1)) {
    const auto count = static_cast<std::size_t>(radix == 2 ? 1 : radix / 2);
    const std::size_t before = turns.size();
    turns.resize(before + count * joined);
    for (std::size_t index = 0; index < count; ++index)
      for (std::size_t point = 0; point < joined; ++point)
        turns[before + turn_place(turns_in_pairs(length), joined, index, point)] = pass_turn(index, joined, point);
    joined *= static_cast<std::size_t>(radix);
  }
  return turns;
}

std::vector<Point> chirp(std::size_t length) {
  std::vector<Point> points;
  points.reserve(length);
  for (std::size_t n = 0; n < length; ++n) points.push_back(rounded(chirp_at(n, length)));
  return points;
}

std::vector<Point> chirp_response(std::size_t length, std::size_t padded) {
  std::vector<Point> response;
  for (const auto& bin : gpufft::chirp_response(length, padded)) response.push_back({bin.real(), bin.imag()});
  return response;
}

std::vector<Point> by_lines(const std::vector<Point>& bins, std::size_t lines) {
  std::vector<Point> ordered;
  ordered.reserve(bins.size());
  for (std::size_t line = 0; line < lines; ++line)
    for (std::size_t bin = line; bin < bins.size(); bin += lines) ordered.push_back(bins[bin]);
  return ordered;
}

}  // namespace gpufft::cuda

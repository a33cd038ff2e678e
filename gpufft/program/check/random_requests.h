// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <random>
#include <span>

#include "gpufft/backend.h"

namespace gpufft::program {

// What random spectra and random transforms have in common.
struct RandomResult {
  double error;    // relative L2 error of the worst call, against the processor's plain kernels
  bool in_bounds;  // nothing was written past the result
};

inline std::size_t from_to(std::mt19937& generator, std::size_t least, std::size_t most) {
  return std::uniform_int_distribution<std::size_t>(least, std::max(least, most))(generator);
}

// Lengths to choose from; empty: any.
struct RandomLengths {
  std::span<const std::size_t> some;

  // As many short lengths as long ones; half of them powers of two, which most kernels are for.
  std::size_t choose(std::mt19937& generator, std::size_t longest) const {
    if (!some.empty()) return some[from_to(generator, 0, some.size() - 1)];
    const std::size_t power = std::size_t{1} << from_to(generator, 1, static_cast<std::size_t>(std::log2(longest)));
    return from_to(generator, 0, 1) == 0 ? power : from_to(generator, power / 2, power);
  }
};

// The reference of both.
const Backend& plain_processor();

}  // namespace gpufft::program

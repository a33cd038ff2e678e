// SPDX-License-Identifier: MIT
#include <algorithm>
#include <array>
#include <chrono>

#include "gpufft/cpu/wisdom.h"
#include "gpufft/tables/aligned_floats.h"

namespace gpufft::cpu {
namespace {

// The least of some times: what disturbs only adds.
double nanoseconds_per_vector(const Kernels& kernels, const Step& step, std::size_t vectors, float* work) {
  using Clock = std::chrono::steady_clock;
  constexpr std::size_t kVectorsATime = 1 << 14;
  const std::size_t part = step.radix * step.part, calls = std::max<std::size_t>(1, kVectorsATime / part);
  double least = 1e300;
  for (int round = 0; round < 7; ++round) {
    const auto start = Clock::now();
    for (std::size_t call = 0; call < calls; ++call) {
      const std::size_t at = call * part % vectors;  // parts of one transform follow each other
      kernels.step(step, work + (at + part <= vectors ? at : 0) * 2 * kernels.lanes);
    }
    const std::chrono::duration<double, std::nano> took = Clock::now() - start;
    least = std::min(least, took.count() / static_cast<double>(calls * part));
  }
  return least;
}

}  // namespace

// Everything is zero, twiddle factors too: arithmetic takes the same time with any numbers but the smallest.
void measure(const Target& target, const Kernels& kernels, std::size_t columns, Wisdom& wisdom) {
  const AlignedFloats twiddles(2 * columns);
  AlignedFloats work(2 * kernels.lanes * columns);
  for (std::size_t left = columns; left > 1; --left) {
    if (columns % left != 0) continue;
    for (const std::size_t radix : kRadices) {
      if (left % radix != 0) continue;
      const Step step{radix, left / radix, left / radix, twiddles.data()};
      wisdom.learn(target, kernels.lanes, radix, left / radix,
                   nanoseconds_per_vector(kernels, step, columns, work.data()));
    }
  }
}

}  // namespace gpufft::cpu

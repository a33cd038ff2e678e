// SPDX-License-Identifier: MIT
#include "gpufft/cpu/pair_plan.h"

#include <algorithm>

namespace gpufft::cpu {

const Kernels* PairPlan::kernels_for(const Target& target, const Plan& one) {
  const std::size_t lanes = one.passes().lanes;
  if (one.passes().legs != lanes) return nullptr;
  const auto wide = std::ranges::find(target.kernels, 2 * lanes, &Kernels::lanes);
  return wide != target.kernels.end() && wide->pair ? &*wide : nullptr;
}

PairPlan::PairPlan(const Kernels& kernels, const Plan& one)
    : kernels_(*kernels.pair),
      passes_(one.passes()),
      crossing_(2 * passes_.groups * (passes_.legs - 1) * 2 * passes_.lanes),
      work_(2 * passes_.work_floats) {
  const std::size_t lanes = passes_.lanes, vectors = passes_.groups * (passes_.legs - 1) * 2;
  for (std::size_t i = 0; i < vectors; ++i) {
    for (const std::size_t half : {0, 1}) {
      std::copy_n(passes_.crossing + i * lanes, lanes, crossing_.data() + (2 * i + half) * lanes);
    }
  }
  passes_.crossing = crossing_.data();
  passes_.work_floats *= 2;
}

void PairPlan::transform(PairIn in, PairOut out, bool swapped) {
  kernels_.cross(passes_, in, swapped, work_.data());
  kernels_.finish(passes_, work_.data(), swapped, out);
}

}  // namespace gpufft::cpu

// SPDX-License-Identifier: MIT
#include "gpufft/levels.h"

#include <cassert>

#include "gpufft/cpu/target.h"

namespace gpufft {
namespace {

const cpu::Kernels& widest() {
  static const cpu::Kernels& kernels = cpu::chosen_target().kernels.front();
  return kernels;
}

}  // namespace

void to_levels(std::span<const float> power, const LevelScale& scale, std::span<std::uint8_t> levels) {
  assert(levels.size() == power.size());
  widest().to_bytes(power.data(), power.size(), scale, levels.data());
}

void to_levels(std::span<const float> power, const LevelScale& scale, std::span<std::int16_t> levels) {
  assert(levels.size() == power.size());
  widest().to_words(power.data(), power.size(), scale, levels.data());
}

}  // namespace gpufft

// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "qpu/instruction.h"

namespace qpu {

// One value of a QPU: a word a lane. Masks are all ones or all zeros in a lane.
struct alignas(64) Lanes {
  std::uint32_t lane[kLanes];

  std::uint32_t operator[](int index) const { return lane[index]; }
  std::uint32_t& operator[](int index) { return lane[index]; }
};

inline Lanes broadcast(std::uint32_t value) {
  Lanes result;
  for (std::uint32_t& lane : result.lane) lane = value;
  return result;
}

// Copies the lanes of `value` where the mask is set.
inline void blend(Lanes& target, const Lanes& value, const Lanes& mask) {
  for (int i = 0; i < kLanes; ++i) target[i] = (target[i] & ~mask[i]) | (value[i] & mask[i]);
}

// A bit a lane, as reports and traces have it.
inline std::uint16_t bits_of(const Lanes& mask) {
  std::uint32_t bits = 0;
  for (int i = 0; i < kLanes; ++i) bits |= (mask[i] & 1) << i;
  return static_cast<std::uint16_t>(bits);
}

}  // namespace qpu

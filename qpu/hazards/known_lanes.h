// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "qpu/instruction.h"

namespace qpu {

// A register whose lanes differ and are all known: made of elem_num and constants.
using LaneValues = std::array<std::uint32_t, 16>;

// A bit a lane.
using LaneMask = std::uint16_t;
inline constexpr LaneMask kAllLanes = 0xffff;

// The flags, as far as they are known in all lanes.
struct KnownFlags {
  std::optional<LaneMask> zero, negative, carry;

  std::optional<LaneMask> where(Condition condition) const;  // in which lanes it holds
  void merge(const KnownFlags& other);
  friend bool operator==(const KnownFlags&, const KnownFlags&) = default;
};

std::optional<LaneValues> lanes_of(AddOp op, const LaneValues& a, const LaneValues& b);
KnownFlags flags_of(AddOp op, const LaneValues& a, const LaneValues& b);
KnownFlags flags_of(const LaneValues& moved);

}  // namespace qpu

// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "qpu/hazards/effects.h"
#include "qpu/hazards/known_lanes.h"
#include "qpu/hazards/known_values.h"
#include "qpu/hazards/state.h"

namespace qpu {

// The results of ADD and MUL of this word: constants if the operands are.
std::array<KnownValues, 2> results_of(const Effects& effects, const State& before);

// What this word writes to a register of the map, if that is one constant.
std::optional<std::uint32_t> value_written(const Effects& effects, const State& before, Space space,
                                           std::uint8_t address);

// The same where the lanes differ, and the flags that this word sets.
std::array<std::optional<LaneValues>, 2> lane_results_of(const Effects& effects, const State& before);
KnownFlags flags_of(const Effects& effects, const State& before);

}  // namespace qpu

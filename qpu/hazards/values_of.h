// SPDX-License-Identifier: MIT
#pragma once

#include <array>

#include "qpu/hazards/effects.h"
#include "qpu/hazards/known_values.h"
#include "qpu/hazards/state.h"

namespace qpu {

// What ADD and MUL of this word produce: constants where it follows from constants.
std::array<KnownValues, 2> results_of(const Effects& effects, const State& before);

}  // namespace qpu

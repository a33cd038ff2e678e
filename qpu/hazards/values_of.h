// SPDX-License-Identifier: MIT
#pragma once

#include <array>

#include "qpu/hazards/effects.h"
#include "qpu/hazards/known_values.h"
#include "qpu/hazards/state.h"

namespace qpu {

// The results of ADD and MUL of this word: constants if the operands are.
std::array<KnownValues, 2> results_of(const Effects& effects, const State& before);

}  // namespace qpu

// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "qpu/hazards/effects.h"
#include "qpu/hazards/finding.h"
#include "qpu/hazards/state.h"

namespace qpu {

// Rules on what the paths to a word have done before it.
void check_state(const State& before, const Effects& effects, std::uint32_t word, Findings& findings);

// Rules on the state in which a program ends.
void check_final_state(const State& after, std::uint32_t last_word, Findings& findings);

}  // namespace qpu

// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "qpu/hazards/effects.h"
#include "qpu/hazards/finding.h"
#include "qpu/hazards/flow.h"
#include "qpu/hazards/state.h"

namespace qpu {

// What a word does to rows of the VPM that a transfer of the same QPU uses, and set-ups that do not fit. `alone`: no
// other QPU can have written rows, as the program knows neither semaphores nor the mutex.
void check_transfers(const State& before, const Effects& effects, std::uint32_t word, bool alone, Findings& findings);

// Semaphores that are left other than they were found however many QPUs run this program.
void check_balance(const Flow& flow, std::span<const Effects> program, Findings& findings);

}  // namespace qpu

// SPDX-License-Identifier: MIT
#pragma once

#include <span>

#include "qpu/hazards/effects.h"
#include "qpu/hazards/finding.h"
#include "qpu/hazards/flow.h"

namespace qpu {

// H31: a semaphore that announces VPM data not confirmed by a read-back. A QPU that stores the data itself
// afterwards does not announce them: its own writes and its own store keep their order (reference 6.7).
void check_signal(const Node& node, const Flow& flow, std::span<const Effects> program, Findings& findings);

}  // namespace qpu

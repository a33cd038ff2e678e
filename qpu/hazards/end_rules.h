// SPDX-License-Identifier: MIT
#pragma once

#include "qpu/hazards/effects.h"
#include "qpu/hazards/finding.h"
#include "qpu/hazards/flow.h"

namespace qpu {

// Rules on the word that ends the program, its two delay slots, and the first two words of a shader.
void check_edges(const Node& node, const Effects& effects, Findings& findings);

}  // namespace qpu

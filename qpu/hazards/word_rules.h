// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>

#include "qpu/hazards/effects.h"
#include "qpu/hazards/finding.h"

namespace qpu {

// Rules that concern a single word.
void check_word(const Effects& effects, std::size_t word, Findings& findings);

// The encoding is defined by the reference.
bool is_defined(const Effects& effects);

}  // namespace qpu

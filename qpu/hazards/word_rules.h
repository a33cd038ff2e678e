// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>

#include "qpu/hazards/effects.h"
#include "qpu/hazards/finding.h"

namespace qpu {

// Rules that a word keeps or breaks on its own.
void check_word(const Effects& effects, std::size_t word, Findings& findings);

// The encoding is one that the reference gives a meaning to.
bool is_defined(const Effects& effects);

}  // namespace qpu

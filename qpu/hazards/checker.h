// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <vector>

#include "qpu/hazards/finding.h"
#include "qpu/instruction.h"

namespace qpu {

struct CheckOptions {
  std::vector<bool> data;  // which words are data, not instructions; if shorter than the program, the rest is code
};

// Follows the program from its first word through branches and delay slots and reports every broken rule. It reports
// only what holds for every path to a word, or for a pair of words on an existing path: code that has been proven
// on the chip passes. Behind a branch with an unknown target it reports nothing. Any thread.
std::vector<Finding> check(std::span<const Word> program, const CheckOptions& options = {});

}  // namespace qpu

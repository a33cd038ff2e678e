// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <vector>

#include "qpu/hazards/finding.h"
#include "qpu/instruction.h"

namespace qpu {

struct CheckOptions {
  std::vector<bool>
      data;  // which words are data, not instructions; shorter than the program, or empty: the rest is code
};

// Follows the program from its first word through branches and delay slots and reports every broken rule. It claims
// only what holds for every way that leads to a word, or for a pair of words on a way that exists: code that is proven
// on the chip passes. Where a branch goes to a place it cannot know, it claims nothing of what lies behind.
std::vector<Finding> check(std::span<const Word> program, const CheckOptions& options = {});

}  // namespace qpu

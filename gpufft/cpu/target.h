// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

#include "gpufft/cpu/kernels.h"

namespace gpufft::cpu {

// A kind of vector unit, and the kernels written for it.
struct Target {
  std::string_view name;             // "avx512"
  std::string_view description;      // in words for a person
  std::span<const Kernels> kernels;  // widest first; the last has one lane
};

// The targets that this build has and this processor can run, best first; "plain" is always there and comes last.
std::span<const Target> targets();

// The best target, or the one that the environment variable GPUFFT_CPU_TARGET names. Throws PlanError for an unknown
// name; the text lists the known ones.
const Target& chosen_target();
const Target& target_named(std::string_view name);  // throws PlanError as well

// Appends the targets for vector units; defined where kernels are compiled for several of them.
void add_vector_targets(std::vector<Target>& found);
extern const Target kPlainTarget;

}  // namespace gpufft::cpu

// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

#include "gpufft/cpu/kernels.h"

namespace gpufft::cpu {

// One kind of vector unit, and the kernels written for it.
struct Target {
  std::string_view name;             // "avx512"
  std::string_view description;      // for a person
  std::span<const Kernels> kernels;  // widest first; the last has one lane
};

// Those that this build has and this processor can run, best first; "plain" is always there and comes last.
std::span<const Target> targets();

// The best, or the one that the environment variable GPUFFT_CPU_TARGET names. Throws PlanError for a name that is none
// of them; the text lists those that are.
const Target& chosen_target();
const Target& target_named(std::string_view name);  // throws PlanError likewise

// Made by the files that are compiled for several targets.
void add_vector_targets(std::vector<Target>& found);
extern const Target kPlainTarget;

}  // namespace gpufft::cpu

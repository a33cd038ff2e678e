// SPDX-License-Identifier: MIT
#pragma once

#include <span>

#include "gpufft/backend.h"

namespace gpufft::program {

// A kind of transform whose errors are checked.
struct CheckedKind {
  const char* name;
  // The error for random points. Throws PlanError if the backend does not support it.
  double (*error)(const Backend& backend, std::size_t length);
  // Multiplied by the backend's bound for the bins of complex transforms.
  double bound_factor;
};

std::span<const CheckedKind> checked_kinds();

}  // namespace gpufft::program

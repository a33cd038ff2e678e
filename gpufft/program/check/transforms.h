// SPDX-License-Identifier: MIT
#pragma once

#include <span>

#include "gpufft/backend.h"

namespace gpufft::program {

// A kind of transform whose errors are checked.
struct CheckedKind {
  const char* name;
  // Of random points. Throws PlanError where the backend does not do it.
  double (*error)(const Backend& backend, std::size_t length);
  // Times what the backend promises for the bins of complex transforms.
  double bound_factor;
};

std::span<const CheckedKind> checked_kinds();

}  // namespace gpufft::program

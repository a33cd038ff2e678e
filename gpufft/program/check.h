// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <functional>
#include <string>

#include "gpufft/backend.h"

namespace gpufft::program {

struct CheckResult {
  std::string backend, target, kind, class_of_length;
  std::size_t n;
  double error, bound;  // relative L2 error against a transform in double

  bool passed() const { return error <= bound; }
};

// Every class of length: of "cpu" on every vector unit, or of another backend. Throws PlanError for one that is not
// there.
void run_checks(const std::string& backend, const std::function<void(const CheckResult&)>& report);

}  // namespace gpufft::program

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

// Every kind of transform, class of length and vector unit.
void run_checks(const std::function<void(const CheckResult&)>& report);

}  // namespace gpufft::program

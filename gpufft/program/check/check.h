// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>

#include "gpufft/backend.h"

namespace gpufft::program {

struct CheckResult {
  std::string backend, target, kind, class_of_length;
  std::size_t n;
  double error, bound;  // relative L2 error against a transform in double

  bool passed() const { return error <= bound; }
};

// Every kind of transform and class of length, on the named backend or on all that "auto" may take; that of the
// processor on each of its vector units. What a backend refuses to plan is left out.
void run_checks(const std::optional<std::string>& backend, const std::function<void(const CheckResult&)>& report);

// The same on a backend that is not in the list.
void run_checks(const Backend& backend, const std::function<void(const CheckResult&)>& report);

}  // namespace gpufft::program

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

// Spectra of random length, hop, format and numbers of frames, the same for each seed: see random_spectra.h. What a
// device fails to do, or writes where it must not, is an infinite error. On the named backend or on all that "auto" may
// take.
struct RandomChecks {
  std::size_t count = 0;
  unsigned seed = 1;
  std::size_t points = std::size_t{1} << 22;  // of a call, about
};
void run_random_checks(const std::optional<std::string>& backend, const RandomChecks& checks,
                       const std::function<void(const CheckResult&)>& report);

// As run_checks, on a backend that is not in the list.
void run_checks(const Backend& backend, const std::function<void(const CheckResult&)>& report);

}  // namespace gpufft::program

// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "gpufft/backend.h"

namespace gpufft::program {

struct CheckResult {
  std::string backend, target, kind, class_of_length;
  std::size_t n;
  double error, bound;  // relative L2 error against a transform in double

  bool passed() const { return error <= bound; }
};

// Checks every kind of transform and class of length, on the named backend or on all that "auto" may use; for the
// processor on each of its vector units. Skips what a backend refuses to plan.
void run_checks(const std::optional<std::string>& backend, const std::function<void(const CheckResult&)>& report);

// Checks random spectra and as many random transforms, the same for each seed: see random_spectra.h and
// random_transforms.h. A device failure, or a write out of bounds, is an infinite error. On the named backend or on all
// that "auto" may use.
inline constexpr const char* kRandomSpectrum = "spectrum";  // CheckResult::kind
inline constexpr const char* kRandomTransform = "transform";
struct RandomChecks {
  std::size_t count = 0;  // of either
  unsigned seed = 1;
  std::size_t points = std::size_t{1} << 22;  // per call, about
  std::vector<std::size_t> lengths;           // to choose from; empty: any
};
void run_random_checks(const std::optional<std::string>& backend, const RandomChecks& checks,
                       const std::function<void(const CheckResult&)>& report);

// As run_checks, on a backend that is not in the list.
void run_checks(const Backend& backend, const std::function<void(const CheckResult&)>& report);

}  // namespace gpufft::program

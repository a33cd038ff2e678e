// SPDX-License-Identifier: MIT
#include "gpufft/program/check/check.h"

#include <array>
#include <cmath>
#include <random>
#include <vector>

#include "gpufft/cpu/backend.h"
#include "gpufft/cpu/target.h"
#include "gpufft/program/check/random_spectra.h"
#include "gpufft/program/check/random_transforms.h"
#include "gpufft/program/check/transforms.h"

namespace gpufft::program {
namespace {

using Report = std::function<void(const CheckResult&)>;

struct LengthClass {
  const char* name;
  std::vector<std::size_t> lengths;
};

const std::array<LengthClass, 5> kClasses{{{"power of two", {16, 64, 256, 1024, 4096, 16384, 65536}},
                                           {"smooth", {60, 120, 1000, 1536, 3000, 5040, 40000}},
                                           {"smooth and odd", {105, 1155, 6561, 65625}},
                                           {"prime", {11, 13, 97, 251, 10007, 65521}},
                                           {"large", {262144, 1000000, 1048576}}}};

void check(const Backend& backend, const std::string& target, const Report& report) {
  for (const CheckedKind& kind : checked_kinds()) {
    for (const auto& [name, lengths] : kClasses) {
      for (const std::size_t length : lengths) {
        try {
          report({std::string(backend.name()), target, kind.name, name, length, kind.error(backend, length),
                  kind.bound_factor * backend.error_bound(length)});
        } catch (const PlanError&) {
          // its documentation says which
        }
      }
    }
  }
}

void check_on_each_target(const Report& report) {
  for (const auto& target : cpu::targets()) check(cpu::CpuBackend(target), std::string(target.name), report);
}

// A backend's bound is for transforms. Both sides then add up to a thousand powers, or sums of them, one after the
// other, which loses digits as well: 32 roundings each, as errors have either sign.
double bound_of_spectrum(const Backend& backend, std::size_t bins) {
  constexpr double kSumming = 64 * 0x1p-24;
  return 2 * backend.error_bound(bins) + kSumming;
}

double bound_of(const Backend& backend, const RandomSpectrum& random) {
  return bound_of_spectrum(backend, random.request.bins);
}
// Both sides have errors.
double bound_of(const Backend& backend, const RandomTransform& random) {
  return 2 * backend.error_bound(points_of(random.request));
}

std::size_t length_of(const RandomSpectrum& random) { return random.request.bins; }
std::size_t length_of(const RandomTransform& random) { return random.request.length; }

template <typename Random>
void check_random(const Backend& backend, const char* kind, const Random& random, const Report& report) {
  CheckResult result{std::string(backend.name()), "", kind, described(random), length_of(random), INFINITY,
                     bound_of(backend, random)};
  try {
    const RandomResult computed = compute(backend, random);
    if (computed.in_bounds)
      result.error = computed.error;
    else
      result.class_of_length += ": it wrote past the result";
  } catch (const DeviceError& error) {
    result.class_of_length += std::string(": ") + error.what();
  } catch (const PlanError&) {
    return;  // its documentation says which
  }
  report(result);
}

void check_random(const Backend& backend, const RandomChecks& checks, const Report& report) {
  std::mt19937 generator(checks.seed);
  const RandomLengths lengths{checks.lengths};
  for (std::size_t done = 0; done < checks.count; ++done) {
    check_random(backend, kRandomSpectrum, random_spectrum(generator, lengths, checks.points), report);
    check_random(backend, kRandomTransform, random_transform(generator, lengths, checks.points), report);
  }
}

bool is_cpu(const Backend& backend) { return dynamic_cast<const cpu::CpuBackend*>(&backend) != nullptr; }

}  // namespace

void run_checks(const std::optional<std::string>& name, const Report& report) {
  if (name) {
    const Choice choice = choose_backend(*name);
    return is_cpu(*choice.backend) ? check_on_each_target(report) : check(*choice.backend, "", report);
  }
  for (const Backend* const backend : backends()) {
    if (is_cpu(*backend)) {
      check_on_each_target(report);
    } else if (!backend->only_by_name() && !backend->why_unavailable()) {
      check(*backend, "", report);
    }
  }
}

void run_random_checks(const std::optional<std::string>& name, const RandomChecks& checks, const Report& report) {
  if (name) return check_random(*choose_backend(*name).backend, checks, report);
  for (const Backend* const backend : backends())
    if (!backend->only_by_name() && !backend->why_unavailable()) check_random(*backend, checks, report);
}

void run_checks(const Backend& backend, const Report& report) { check(backend, "", report); }

}  // namespace gpufft::program

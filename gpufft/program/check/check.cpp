// SPDX-License-Identifier: MIT
#include "gpufft/program/check/check.h"

#include <array>
#include <vector>

#include "gpufft/cpu/backend.h"
#include "gpufft/cpu/target.h"
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

void run_checks(const Backend& backend, const Report& report) { check(backend, "", report); }

}  // namespace gpufft::program

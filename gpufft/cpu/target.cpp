// SPDX-License-Identifier: MIT
#include "gpufft/cpu/target.h"

#include <algorithm>
#include <cstdlib>
#include <string>
#include <vector>

#include "gpufft/backend.h"

namespace gpufft::cpu {
namespace {

std::string names() {
  std::string text;
  for (const Target& target : targets()) text += (text.empty() ? "" : ", ") + std::string(target.name);
  return text;
}

}  // namespace

std::span<const Target> targets() {
  static const std::vector<Target> all = [] {
    std::vector<Target> found;
#ifdef GPUFFT_VECTOR_TARGETS
    add_vector_targets(found);
#endif
    found.push_back(kPlainTarget);
    return found;
  }();
  return all;
}

const Target& target_named(std::string_view name) {
  const auto named = std::ranges::find(targets(), name, &Target::name);
  if (named != targets().end()) return *named;
  throw PlanError('"' + std::string(name) +
                  "\" is not a vector unit of this build and processor, which have: " + names());
}

const Target& chosen_target() {
  const char* const name = std::getenv("GPUFFT_CPU_TARGET");
  if (name == nullptr || *name == '\0') return targets().front();
  try {
    return target_named(name);
  } catch (const PlanError& error) {
    throw PlanError("GPUFFT_CPU_TARGET: " + std::string(error.what()));
  }
}

}  // namespace gpufft::cpu

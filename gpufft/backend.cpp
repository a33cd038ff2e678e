// SPDX-License-Identifier: MIT
#include "gpufft/backend.h"

#include <algorithm>
#include <array>

#include "gpufft/cpu/backend.h"

namespace gpufft {
namespace {

std::string names_of(std::span<const Backend* const> among) {
  std::string names;
  for (const Backend* backend : among) names += (names.empty() ? "" : ", ") + std::string(backend->name());
  return names;
}

Choice choose_first_available(std::span<const Backend* const> among) {
  const auto available = [](const Backend* backend) { return !backend->why_unavailable(); };
  const auto first = std::ranges::find_if(among, available);
  if (first == among.end()) throw PlanError("no backend is available; this build has: " + names_of(among));
  if (among.size() == 1) return {*first, "the only backend in this build"};
  return {*first, "the first available of: " + names_of(among)};
}

}  // namespace

std::span<const Backend* const> backends() {
  static const cpu::CpuBackend cpu;
  static const std::array<const Backend*, 1> all{&cpu};
  return all;
}

Choice choose_backend(std::string_view name, std::span<const Backend* const> among) {
  if (name == "auto") return choose_first_available(among);
  const auto named = std::ranges::find(among, name, &Backend::name);
  if (named == among.end()) {
    throw PlanError('"' + std::string(name) + "\" is not a backend of this build; it has: auto, " + names_of(among));
  }
  if (const auto reason = (*named)->why_unavailable()) {
    throw PlanError("backend " + std::string(name) + " is not available: " + *reason);
  }
  return {*named, "asked for by name"};
}

}  // namespace gpufft

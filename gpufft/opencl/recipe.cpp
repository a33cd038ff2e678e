// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cstdio>
#include <numeric>
#include <sstream>
#include <utility>

#include "gpufft/opencl/text.h"
#include "gpufft/opencl/tuner.h"

namespace gpufft::opencl {
namespace {

std::optional<std::vector<std::size_t>> numbers_of(const std::string& text, char between) {
  std::vector<std::size_t> numbers;
  std::istringstream in(text);
  for (std::size_t number = 0; in >> number; in.get()) {
    numbers.push_back(number);
    if (in.eof()) return numbers;
    if (in.peek() != between) return std::nullopt;
  }
  return std::nullopt;
}

// One step of several; those before it have made `before`.
std::optional<StepShape> step_of(const std::string& text, std::size_t length, std::size_t before) {
  const std::size_t colon = text.find(':');
  if (colon == std::string::npos) return std::nullopt;
  const auto radices = numbers_of(text.substr(0, colon), 'x'), sizes = numbers_of(text.substr(colon + 1), ':');
  if (!radices || !sizes || sizes->size() != 3) return std::nullopt;
  const auto known = [](std::size_t radix) { return std::ranges::count(kRadices, radix) > 0; };
  if (!std::ranges::all_of(*radices, known) || (*sizes)[0] == 0 || (*sizes)[1] == 0) return std::nullopt;
  StepShape shape{.points = length,
                  .length = std::accumulate(radices->begin(), radices->end(), std::size_t{1}, std::multiplies<>()),
                  .before = before,
                  .radices = *radices,
                  .columns_together = (*sizes)[0],
                  .items = (*sizes)[1],
                  .lanes = (*sizes)[2]};
  if (length % (before * shape.length) != 0 || shape.items > shape.length) return std::nullopt;
  return shape;
}

}  // namespace

const char* to_string(Work work) { return work == Work::Points ? "points" : "power"; }

Wisdom& wisdom_of(const DeviceFacts& facts) { return gpufft::wisdom_of("opencl", facts.name); }

std::string recipe_of(const std::vector<StepShape>& steps) {
  std::string recipe;
  for (const StepShape& step : steps) {
    const char* before = recipe.empty() ? "" : "|";
    for (const std::size_t radix : step.radices) recipe += text(std::exchange(before, "x"), radix);
    recipe += text(':', step.columns_together, ':', step.items, ':', step.lanes);
  }
  return recipe;
}

std::optional<std::vector<StepShape>> steps_of(const std::string& recipe, std::size_t length, const Limits& limits) {
  std::vector<StepShape> steps;
  std::istringstream in(recipe);
  std::size_t before = 1;
  for (std::string text; std::getline(in, text, '|');) {
    auto step = step_of(text, length, before);
    if (!step) return std::nullopt;
    step->across = step->lanes == 0 && (limits.style.vectorised || !step->single());
    step = fitted(*step, limits);
    if (!step) return std::nullopt;
    before *= step->length;
    steps.push_back(*step);
  }
  if (before != length) return std::nullopt;
  return steps;
}

// Nothing has been measured for devices that use the kernels of another kind.
std::vector<StepShape> best_steps(const Device& device, Work work, std::size_t length) {
  const Limits& limits = device.limits();
  const bool as_it_is = limits == limits_of(device.facts());
  const auto recipe = as_it_is ? wisdom_of(device.facts()).recipe(key_of(to_string(work), length)) : std::nullopt;
  const auto steps = recipe ? steps_of(*recipe, length, limits) : std::nullopt;
  if (recipe && !steps)
    std::fprintf(stderr, "gpufft: wisdom of %s: invalid steps for %zu points: %s; ignored\n",
                 device.facts().name.c_str(), length, recipe->c_str());
  return steps ? *steps : plan_steps(length, 1, limits, work);
}

}  // namespace gpufft::opencl

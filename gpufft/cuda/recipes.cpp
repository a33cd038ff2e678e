// SPDX-License-Identifier: MIT
#include "gpufft/cuda/recipes.h"

#include <algorithm>

namespace gpufft::cuda {
namespace {

using Recipes = std::vector<std::unique_ptr<Recipe>>;
using Variants = std::span<const GridVariant>;

std::vector<std::vector<const GridVariant*>> grids_of(Variants variants, std::size_t length, std::size_t steps) {
  std::vector<std::vector<const GridVariant*>> found;
  for (const GridVariant& variant : variants) {
    const auto here = static_cast<std::size_t>(variant.shape.length);
    if (steps == 1 && here == length) found.push_back({&variant});
    if (steps == 1 || length % here != 0) continue;
    for (auto& rest : grids_of(variants, length / here, steps - 1)) {
      rest.insert(rest.begin(), &variant);
      found.push_back(std::move(rest));
    }
  }
  return found;
}

// The more even the steps are, the wider are the strips of memory that a block accesses.
std::size_t spread(const std::vector<const GridVariant*>& steps) {
  const auto length = [](const GridVariant* step) { return step->shape.length; };
  return static_cast<std::size_t>(length(*std::ranges::max_element(steps, {}, length)) /
                                  length(*std::ranges::min_element(steps, {}, length)));
}

// For two and for three steps, the most even splits; long lengths do better with three.
void add_grids(Variants variants, std::size_t length, Recipes& recipes) {
  constexpr std::size_t kOfEach = 6;
  constexpr std::size_t kLong = std::size_t{1} << 23;
  const std::size_t better = length < kLong ? 2 : 3;
  for (const std::size_t steps : {better, 5 - better}) {
    auto found = grids_of(variants, length, steps);
    std::ranges::stable_sort(found, {}, spread);
    for (std::size_t i = 0; i < std::min(kOfEach, found.size()); ++i)
      recipes.push_back(std::make_unique<GridRecipe>(found[i]));
  }
}

}  // namespace

std::string words(const ShapeFacts& shape) {
  std::string text;
  for (const int radix : shape.radices) text += (text.empty() ? "" : "x") + std::to_string(radix);
  return text + "p" + std::to_string(shape.points) + "l" + std::to_string(shape.lines);
}

std::vector<std::unique_ptr<Recipe>> recipes(Work work, std::size_t length) {
  Recipes all;
  const auto add_frames = [&](std::span<const FramesVariant> variants) {
    for (const FramesVariant& variant : variants)
      if (static_cast<std::size_t>(variant.shape.length) == length)
        all.push_back(std::make_unique<FramesRecipe>(variant));
  };
  constexpr std::size_t kShortestFewGrid = 8192;  // from here on several multiprocessors are faster than one
  if (work == Work::Few) {
    if (length >= kShortestFewGrid) add_grids(few_grid_variants(), length, all);
    add_frames(few_frames_variants());
  }
  const auto add_clusters = [&] {
    for (const ClusterVariant& variant : cluster_variants())
      if (static_cast<std::size_t>(variant.length()) == length) all.push_back(std::make_unique<ClusterRecipe>(variant));
  };
  if (work == Work::Power) add_clusters();  // a block has not enough registers for the extremes of long frames
  add_frames(frames_variants());
  if (work != Work::Power) add_clusters();
  constexpr std::size_t kShortestGrid = 10000;
  if (length >= kShortestGrid) add_grids(grid_variants(), length, all);
  std::erase_if(all, [work](const auto& recipe) { return !recipe->does(work); });
  return all;
}

}  // namespace gpufft::cuda

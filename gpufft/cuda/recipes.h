// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "gpufft/cuda/kernels/variants.h"
#include "gpufft/cuda/passes_plan.h"

namespace gpufft::cuda {

inline bool is_points(Work work) { return work == Work::Points || work == Work::Few; }

// The three kinds of recipe. Variants live as long as the program.
class FramesRecipe final : public Recipe {
 public:
  explicit FramesRecipe(const FramesVariant& variant) : variant_(variant) {}
  std::string name() const override;
  bool does(Work work) const override { return is_points(work) || variant_.mean != nullptr; }
  bool fits_device() const override;
  std::unique_ptr<PassesPlan> plan(Work work, std::size_t frames) const override;

 private:
  const FramesVariant& variant_;
};

class ClusterRecipe final : public Recipe {
 public:
  explicit ClusterRecipe(const ClusterVariant& variant) : variant_(variant) {}
  std::string name() const override;
  bool fits_device() const override;
  bool suits(Work work, std::size_t frames) const override;
  std::unique_ptr<PassesPlan> plan(Work work, std::size_t frames) const override;

 private:
  const ClusterVariant& variant_;
};

// Columns, perhaps a second time, then rows; the points between them are in the device's memory.
class GridRecipe final : public Recipe {
 public:
  explicit GridRecipe(std::vector<const GridVariant*> steps) : steps_(std::move(steps)) {}  // two or three
  std::string name() const override;
  bool does(Work work) const override;
  bool fits_device() const override;
  std::unique_ptr<PassesPlan> plan(Work work, std::size_t frames) const override;

 private:
  std::vector<const GridVariant*> steps_;
};

std::string words(const ShapeFacts& shape);  // "16x16x8p16l4": radices, points in a thread, lines in a block

// Frames that are not folded.
inline Groups alone(std::size_t frames) { return {static_cast<unsigned>(frames), 1, 1, 1}; }

}  // namespace gpufft::cuda

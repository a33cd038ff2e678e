// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "gpufft/cuda/passes_plan.h"

namespace gpufft::cuda {

const char* to_string(Work work);

struct Timing {
  std::string recipe;
  double seconds;  // a batch
};

// Times every recipe of a length on the device, in turn, medians; fastest first. Throws DeviceError.
std::vector<Timing> measure(Work work, std::size_t length);

// The best recipe that has been measured on this device, see Wisdom; else the first that fits it. Throws DeviceError.
std::unique_ptr<Recipe> best_recipe(Work work, std::size_t length);

// Which recipe is the fastest on one device, for each work and length.
class RecipeWisdom {
 public:
  explicit RecipeWisdom(std::string device) : device_(std::move(device)) {}

  std::optional<std::string> read(std::istream& in);  // says why not, and stays as it is, if that is no such text
  void write(std::ostream& out) const;
  void learn(Work work, std::size_t length, const std::string& recipe);
  std::optional<std::string> recipe(Work work, std::size_t length) const;

 private:
  std::string device_;
  std::map<std::pair<std::string, std::size_t>, std::string> known_;
};

// That of the device, from $GPUFFT_WISDOM or the user's cache folder, with ".cuda" behind the name of the cpu's.
RecipeWisdom& recipe_wisdom();
std::string save_recipe_wisdom();  // returns where; throws std::runtime_error

}  // namespace gpufft::cuda

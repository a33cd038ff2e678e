// SPDX-License-Identifier: MIT
#include "gpufft/planning/recipe_wisdom.h"

#include "gpufft/cuda/device.h"
#include "gpufft/cuda/tuner.h"

namespace gpufft::cuda {

const char* to_string(Work work) {
  switch (work) {
    case Work::Points:
      return "points";
    case Work::Mean:
      return "mean";
    case Work::Power:
      break;
  }
  return "power";
}

RecipeWisdom& recipe_wisdom() {
  static RecipeWisdom known = [] {
    RecipeWisdom read("cuda", device_facts().name);
    read.load();
    return read;
  }();
  return known;
}

}  // namespace gpufft::cuda

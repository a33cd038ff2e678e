// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "gpufft/cuda/passes_plan.h"
#include "gpufft/planning/wisdom.h"

namespace gpufft::cuda {

const char* to_string(Work work);

struct Timing {
  std::string recipe;
  double seconds;  // a batch
};

// Times every recipe of a length on the device, in turn, medians; fastest first. Throws DeviceError.
std::vector<Timing> measure(Work work, std::size_t length);

// The best recipe that has been measured on this device, see wisdom(); else the first that fits it. Throws
// DeviceError.
std::unique_ptr<Recipe> best_recipe(Work work, std::size_t length);

// Which recipe is the fastest on this device, for each kind of work by its name.
Wisdom& wisdom();

}  // namespace gpufft::cuda

// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "gpufft/cuda/passes_plan.h"
#include "gpufft/planning/tuner.h"

namespace gpufft::cuda {

const char* to_string(Work work);

// Times every recipe of a length on the device, alternating, medians; fastest first. `few`: the transforms in a call
// for Work::Few. Throws DeviceError.
std::vector<Timing> measure(Work work, std::size_t length, std::size_t few);

// The recipe measured fastest on this device, see wisdom(), if it suits so many frames; else the first that fits the
// device and suits; null: there is none. Throws DeviceError.
std::unique_ptr<Recipe> best_recipe(Work work, std::size_t length, std::size_t frames);

// The fastest recipe on this device, for each kind of work and length.
Wisdom& wisdom();

}  // namespace gpufft::cuda

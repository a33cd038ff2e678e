// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <functional>
#include <string>

namespace gpufft::program {

// A recipe of the backend cuda for a length and kind of work, and how long a batch took.
struct CudaPath {
  std::string work, recipe;
  double milliseconds;
};

// Times all recipes on the device, fastest first, saves the fastest for all plans, and returns the file's name. Only
// lengths that are powers of two have a choice.
std::string measure_cuda_paths(std::size_t length, const std::function<void(const CudaPath&)>& report);

}  // namespace gpufft::program

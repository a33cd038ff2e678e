// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <functional>
#include <string>

namespace gpufft::program {

// A way the backend cuda may go for a length, for one kind of work, and how long a batch took.
struct CudaPath {
  std::string work, recipe;
  double milliseconds;
};

// Times all ways on the device, fastest first, and keeps the fastest for all plans; returns where. Lengths that are
// powers of two have ways to choose from.
std::string measure_cuda_paths(std::size_t length, const std::function<void(const CudaPath&)>& report);

}  // namespace gpufft::program

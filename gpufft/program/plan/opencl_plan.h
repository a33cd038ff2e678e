// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace gpufft::program {

// A way a transform can go on an OpenCL device.
struct OpenClPath {
  std::string name;                             // "best", or "primes only": radix 2 for powers of two
  std::vector<std::vector<std::size_t>> steps;  // the radices of each way through memory
  double cost;                                  // modelled, of a point
  double milliseconds;                          // measured, of a batch of 2^20 points or one transform
};

// The path that the planner found, and the same steps by prime radices, both timed on the device. `backend` is "opencl"
// or "opencl:DEVICE". Throws PlanError for a length that has no path.
std::vector<OpenClPath> opencl_paths(const std::string& backend, std::size_t length);

}  // namespace gpufft::program

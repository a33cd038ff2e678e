// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

namespace gpufft::program {

// A way a transform can go on an OpenCL device.
struct OpenClPath {
  std::string name;                             // "best", or "primes only": radix 2 for powers of two
  std::vector<std::vector<std::size_t>> steps;  // the radices of each step
  double cost;                                  // modelled, of a point
  double milliseconds;                          // measured, of a batch
};

// The path that plans take, and the same steps by prime radices, both timed on the device. `backend` is "opencl" or
// "opencl:DEVICE". Throws PlanError for a length that has no path.
std::vector<OpenClPath> opencl_paths(const std::string& backend, std::size_t length);

// A way that was measured for one kind of work, as it is kept.
struct OpenClWay {
  std::string work, recipe;
  double milliseconds;  // a batch
};

// Measures what passes cost, times the best ways, fastest first, and keeps the fastest for all plans on this device;
// returns where.
std::string measure_opencl_paths(const std::string& backend, std::size_t length,
                                 const std::function<void(const OpenClWay&)>& report);

}  // namespace gpufft::program

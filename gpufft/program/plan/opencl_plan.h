// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "gpufft/program/plan/timed_path.h"

namespace gpufft::program {

// A path for a transform on an OpenCL device.
struct OpenClPath {
  std::string name;                             // "best", or "primes only": radix 2 for powers of two
  std::vector<std::vector<std::size_t>> steps;  // the radices of each step
  double cost;                                  // modelled, per point
  double milliseconds;                          // measured, per batch
};

// The path that plans use, and the same steps in prime radices, both timed on the device. `backend` is "opencl" or
// "opencl:DEVICE". Throws PlanError for a length that has no path.
std::vector<OpenClPath> opencl_paths(const std::string& backend, std::size_t length);

// Measures the costs of passes, times the best paths, fastest first, saves the fastest for all plans on this device,
// and returns the file's name.
std::string measure_opencl_paths(const std::string& backend, std::size_t length, const ReportPath& report);

}  // namespace gpufft::program

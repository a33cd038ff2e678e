// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <string>

#include "gpufft/program/plan/timed_path.h"

namespace gpufft::program {

// Times all recipes on the device, fastest first, saves the fastest for all plans, and returns the file's name. Only
// lengths that are powers of two have a choice.
std::string measure_cuda_paths(std::size_t length, const ReportPath& report);

}  // namespace gpufft::program

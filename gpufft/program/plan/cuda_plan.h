// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <string>

#include "gpufft/program/plan/timed_path.h"

namespace gpufft::program {

// Times all recipes on the device, fastest first, saves the fastest for all plans, and returns the file's name. `few`:
// the transforms in a call that does not keep the device busy.
std::string measure_cuda_paths(std::size_t length, std::size_t few, const ReportPath& report);

}  // namespace gpufft::program

// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>

namespace qpu {

// A file of qpu/kernels, which are embedded in the program; nullopt if there is none of this name.
std::optional<std::string> kernel_file(const std::string& name);

}  // namespace qpu

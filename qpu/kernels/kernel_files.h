// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>

namespace qpu {

// A file of qpu/kernels, which are part of the program; nothing where there is none of this name.
std::optional<std::string> kernel_file(const std::string& name);

}  // namespace qpu

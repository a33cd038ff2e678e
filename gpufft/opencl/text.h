// SPDX-License-Identifier: MIT
#pragma once

#include <sstream>
#include <string>

namespace gpufft::opencl {

// Concatenates its arguments as text.
template <typename... Part>
std::string text(const Part&... parts) {
  std::ostringstream out;
  (out << ... << parts);
  return out.str();
}

}  // namespace gpufft::opencl

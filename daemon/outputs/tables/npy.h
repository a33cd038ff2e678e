// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

namespace spectrumd {

// The beginning of an array in NumPy's format 1.0, padded so that the numbers begin at a multiple of 64; they follow as
// they lie in memory. type: "<f4"; shape: "60, 1024".
std::string npy_head(std::string_view type, const std::string& shape);

}  // namespace spectrumd

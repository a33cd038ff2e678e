// SPDX-License-Identifier: MIT
#pragma once

#include <string_view>

namespace spectrumd {

std::string_view version();  // "0.1.0", from CMakeLists.txt

}  // namespace spectrumd

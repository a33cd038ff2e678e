// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

namespace command_line {

inline constexpr std::size_t kOptionColumn = 34;  // where the help of an option begins

// A line of help, and as many more as a hundred columns need: what is typed at the left, its meaning from `column` on,
// below it if the left is too wide.
std::string help_entry(std::string_view left, std::string_view right, std::size_t column = kOptionColumn);

}  // namespace command_line

// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <span>
#include <string_view>

namespace command_line {

// The known name nearest to a mistyped one, if any is near enough to be worth suggesting: a slip of the fingers, or a
// word too many or too few ("fft_size" for "fft").
std::optional<std::string_view> nearest(std::string_view mistyped, std::span<const std::string_view> known);

}  // namespace command_line

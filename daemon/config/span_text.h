// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "daemon/config/settings.h"

namespace spectrumd {

constexpr double kMostFrequency = 100e9;

// Parses "88M:108M", "88:108M", "88-108 MHz": a range from low to high within 0 to kMostFrequency.
std::optional<Span> parse_span(std::string_view text);
std::string to_string(const Span& span);  // "88M:108M"

}  // namespace spectrumd

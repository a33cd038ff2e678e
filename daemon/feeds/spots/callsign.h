// SPDX-License-Identifier: MIT
#pragma once

#include <string_view>

namespace spectrumd {

// Whether a word may be a callsign: 3 to 13 capitals, digits and "/", with a letter and a digit, no locator and no
// report.
bool is_callsign(std::string_view word);

}  // namespace spectrumd

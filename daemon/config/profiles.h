// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

#include "daemon/config/settings.h"

namespace spectrumd {

// True for the settings that a profile may have: those of the source, the radio and the analysis.
bool may_be_in_profile(std::string_view path);

// Returns the settings with those of the profile that they name in `profile`; empty: none. Throws ConfigError.
Settings with_profile(Settings settings);

}  // namespace spectrumd

// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "daemon/config/settings.h"

namespace spectrumd {

// What has changed, for people: "center 145MHz, gain 28 dB".
std::string changes_of(const Tuning& tuning, const Tuning& before);

}  // namespace spectrumd

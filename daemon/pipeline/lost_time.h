// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>

#include "daemon/config/units.h"

namespace spectrumd {

// "1.0 s lost", "250 ms lost": how long samples that were lost would have taken.
std::string lost_time_text(std::uint64_t samples, Hertz rate);

}  // namespace spectrumd

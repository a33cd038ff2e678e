// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "daemon/config/units.h"

namespace spectrumd {

// "2026-11-21T080349Z_100.3MHz": sorts by time, fits every file system.
std::string recording_name(Time time, Hertz center);

}  // namespace spectrumd

// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>

#include "daemon/pipeline/row.h"
#include "daemon/server/rows/row_codec.h"

namespace spectrumd {

// A row as a message of SDRangel's spectrum server, at most 32768 values. `since` is the time since the one before.
SharedBytes spectrum_message(const Row& row, Detector detector, Time now, std::chrono::milliseconds since);

}  // namespace spectrumd

// SPDX-License-Identifier: MIT
#pragma once

#include <string_view>

#include "daemon/config/json.h"
#include "daemon/config/settings.h"
#include "daemon/pipeline/view.h"

namespace spectrumd {

// A row in JSON, as in PROTOCOL.md.
Json row_json(const Row& row, Detector detector, const View& view, const Settings& settings);

double rbw_hz(const Row& row, const Settings& settings);  // resolution bandwidth of a row as it was made or kept
double window_seconds(const Row& row);                    // how far back it looks, if it is a zoomed one as it was made
std::string_view unit_of(const Settings& settings);       // of levels: "dBFS" or "dBm"

}  // namespace spectrumd

// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "daemon/config/units.h"

namespace spectrumd {

struct ServerContext;

// The figures of the daemon at a time, in lines for InfluxDB: those of GET metrics in the measurement "spectrumd", with
// their label and the name of this machine as tags, and those of the signals in "spectrumd_signals".
std::string points_of(ServerContext& context, Time now);

}  // namespace spectrumd

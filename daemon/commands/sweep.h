// SPDX-License-Identifier: MIT
#pragma once

#include "daemon/commands/sweep/sweep_options.h"
#include "daemon/config/settings.h"

namespace spectrumd {

// `spectrumd sweep`: writes the file format of rtl_power from any source, or from the rows of a running daemon if that
// has the stick. Returns the exit status of rtl_power: 0 also after a signal, 1 if there are no samples.
int sweep(Settings settings, const SweepOptions& options);
int run_sweep(command_line::Arguments& arguments);

}  // namespace spectrumd

// SPDX-License-Identifier: MIT
#pragma once

#include "daemon/commands/sweep/sweep_options.h"
#include "daemon/config/settings.h"

namespace spectrumd {

// `spectrumd sweep`: rtl_power's file, of any source; of a running daemon's rows where that has the stick. Gives the
// exit status, which is rtl_power's: 0 also after a signal, 1 where there are no samples to be had.
int sweep(Settings settings, const SweepOptions& options);
int run_sweep(command_line::Arguments& arguments);

}  // namespace spectrumd

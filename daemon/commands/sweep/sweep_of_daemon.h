// SPDX-License-Identifier: MIT
#pragma once

#include "daemon/commands/sweep/sweep_options.h"
#include "daemon/config/settings.h"
#include "daemon/service/signals.h"

namespace spectrumd {

// The survey of what a running daemon receives: its rows, cut into rtl_power's hops and bins. The daemon is that of
// `options.url`, or else the one that runs with these settings; only in the second case it must have the stick that is
// meant, unless options.from_daemon says that any radio will do. Throws SourceError where it has no such rows.
void sweep_daemon(const Settings& settings, const SweepOptions& options, const Signals& signals);

}  // namespace spectrumd

// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>

#include "daemon/commands/sweep/sweep_options.h"
#include "daemon/config/settings.h"
#include "daemon/service/signals.h"

namespace spectrumd {

// How often a survey that waits for rows looks whether it is done.
inline constexpr auto kSurveyCheck = std::chrono::milliseconds(100);

// A survey of what a running daemon receives: its rows, cut into the hops and bins of rtl_power. Uses the daemon at
// `options.url`, or the one running with these settings; the latter must have the requested stick, unless
// options.from_daemon allows any radio. Throws SourceError if it has no such rows.
void sweep_daemon(const Settings& settings, const SweepOptions& options, const Signals& signals);

}  // namespace spectrumd

// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>

#include "daemon/pipeline/history.h"
#include "daemon/pipeline/workload.h"

namespace spectrumd {

// Returns the tuning for a source: a source that cannot be tuned keeps its own, whatever the settings say. Throws
// TuningRefused.
Tuning tuning_of(const IqSource& source, const Tuning& tuning);

// Returns the settings with transforms so short that the rows of a sweep fit into the history.
Settings with_fitting_fft(const IqSource& source, Settings settings, const History& history);

// Says what the settings in use leave out of the requested ones; empty if nothing.
std::string limits_of(const Settings& wanted, const Settings& used);

// Returns the workload that the settings describe, if source, history and backend support it. Plans nothing. Throws
// TuningRefused.
Workload checked_workload(const IqSource& source, const Settings& settings, const History& history);

std::uint64_t in_mib(std::uint64_t bytes);  // rounded up

}  // namespace spectrumd

// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "daemon/pipeline/history.h"
#include "daemon/pipeline/workload.h"

namespace spectrumd {

// Returns the tuning for a source: a source that cannot be tuned keeps its own, whatever the settings say. Throws
// TuningRefused.
Tuning tuning_of(const IqSource& source, const Tuning& tuning);

// Returns the workload that the settings describe, if source, history and backend support it. Plans nothing. Throws
// TuningRefused.
Workload checked_workload(const IqSource& source, const Settings& settings, const History& history);

std::uint64_t in_mib(std::uint64_t bytes);  // rounded up

}  // namespace spectrumd

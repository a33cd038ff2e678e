// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "daemon/pipeline/history.h"
#include "daemon/pipeline/workload.h"

namespace spectrumd {

// The tuning for a source: what cannot be tuned is as it is, whatever the settings say. Throws TuningRefused.
Tuning tuning_of(const IqSource& source, const Tuning& tuning);

// What the settings ask of the transforms, where source, history and backend can do it; plans nothing. Throws
// TuningRefused.
Workload checked_workload(const IqSource& source, const Settings& settings, const History& history);

std::uint64_t in_mib(std::uint64_t bytes);  // rounded up

}  // namespace spectrumd

// SPDX-License-Identifier: MIT
#pragma once

#include "daemon/commands/record.h"

namespace spectrumd {

// `spectrumd record --mode ...`: records one channel of the source of the settings, its samples as SigMF or its sound.
// Returns the exit status. Throws UsageError.
int record_channel(const Settings& settings, const RecordOptions& options);

}  // namespace spectrumd

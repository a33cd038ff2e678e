// SPDX-License-Identifier: MIT
#pragma once

#include "daemon/commands/flags.h"
#include "daemon/doctor/doctor.h"

namespace spectrumd {

// The subject of `spectrumd doctor`. A copy of a machine has a separate configuration, and no firmware to query.
// Mistakes in the configuration are reported by the doctor.
Examination examination_for(const std::filesystem::path& sysroot, const Flags& flags = {}, bool probe = false);

}  // namespace spectrumd

// SPDX-License-Identifier: MIT
#pragma once

#include "daemon/commands/command_line.h"
#include "daemon/doctor/doctor.h"

namespace spectrumd {

// What `spectrumd doctor` is to look at. A copy of a machine has a configuration of its own, and no firmware that would
// answer. What is wrong with the configuration is for the doctor to tell.
Examination examination_for(const CommandLine& line);

}  // namespace spectrumd

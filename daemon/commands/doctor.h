// SPDX-License-Identifier: MIT
#pragma once

#include "daemon/commands/flags.h"
#include "daemon/doctor/doctor.h"

namespace spectrumd {

// What `spectrumd doctor` is to look at. A copy of a machine has its own configuration, and no firmware that would
// answer. What is wrong with the configuration is for the doctor to report.
Examination examination_for(const std::filesystem::path& sysroot, const Flags& flags = {}, bool probe = false);

int run_doctor(command_line::Arguments& arguments);

}  // namespace spectrumd

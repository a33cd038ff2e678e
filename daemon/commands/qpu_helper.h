// SPDX-License-Identifier: MIT
#pragma once

#include "command_line/arguments.h"

namespace spectrumd {

// `spectrumd --qpu-helper`: the process that drives the QPUs. The daemon itself needs no access to them.
int run_qpu_helper(command_line::Arguments& arguments);

}  // namespace spectrumd

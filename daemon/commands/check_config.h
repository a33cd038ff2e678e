// SPDX-License-Identifier: MIT
#pragma once

#include <iosfwd>

#include "daemon/commands/flags.h"

namespace spectrumd {

// `spectrumd check-config`: says what is wrong, or that nothing is, and gives the exit status.
int check_config(const Flags& flags, bool json, std::ostream& out);
int run_check_config(command_line::Arguments& arguments);

}  // namespace spectrumd

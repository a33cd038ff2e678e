// SPDX-License-Identifier: MIT
#pragma once

#include <iosfwd>

#include "daemon/commands/flags.h"

namespace spectrumd {

// `spectrumd check-config`: validates a configuration file, prints every mistake, and returns the exit status.
int check_config(const Flags& flags, bool json, std::ostream& out);

}  // namespace spectrumd

// SPDX-License-Identifier: MIT
#pragma once

#include "command_line/arguments.h"

namespace spectrumd {

// `spectrumd`: receives and serves until a signal comes. SIGHUP reads the configuration again.
int run_serve(command_line::Arguments& arguments);

}  // namespace spectrumd

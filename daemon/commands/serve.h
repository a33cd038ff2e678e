// SPDX-License-Identifier: MIT
#pragma once

#include "command_line/arguments.h"

namespace spectrumd {

// `spectrumd`: receives and serves until a signal arrives. SIGHUP reloads the configuration.
int run_serve(command_line::Arguments& arguments);

}  // namespace spectrumd

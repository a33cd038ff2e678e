// SPDX-License-Identifier: MIT
#pragma once

#include "daemon/config/settings.h"

// Every process of ours calls these before anything else.
namespace spectrumd {

// If standard input, output or error is closed (`<&-`), the next opened file would get its number: samples would be
// read from a socket, messages written into a recording. This opens /dev/null there instead, for the wrong direction,
// so that using it fails as using a closed one does. Call it before opening anything.
void keep_standard_places();

// Logs to stderr; journald adds the time.
void start_log();
void set_log_level(const Settings& settings);

}  // namespace spectrumd

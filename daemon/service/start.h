// SPDX-License-Identifier: MIT
#pragma once

#include "daemon/config/settings.h"

// What a process of ours does before anything else.
namespace spectrumd {

// Where standard input, output or error is closed (`<&-`), the next file that is opened would get its number: samples
// would be read from a socket, messages written into a recording. This opens /dev/null there instead, the wrong way
// round, so that using it fails as using a closed one does. Call it before anything else is opened.
void keep_standard_places();

// To stderr; journald stamps the time itself.
void start_log();
void set_log_level(const Settings& settings);

}  // namespace spectrumd

// SPDX-License-Identifier: MIT
#pragma once

#include <iosfwd>

#include "command_line/arguments.h"
#include "daemon/doctor/sysroot.h"

namespace spectrumd {

// `spectrumd devices`: the radios that are plugged in, with what --source takes for each; also where there are none it
// gives 0. Sticks are told from the kernel's files; others by SoapySDR's modules, on this machine only, and not while a
// radio is in use.
int list_devices(const Sysroot& root, bool json, std::ostream& out);
int run_devices(command_line::Arguments& arguments);

}  // namespace spectrumd

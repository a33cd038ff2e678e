// SPDX-License-Identifier: MIT
#pragma once

#include <iosfwd>

#include "command_line/arguments.h"
#include "daemon/doctor/sysroot.h"

namespace spectrumd {

// `spectrumd devices`: lists radios, with the value of --source for each; returns 0 even if there are none. Sticks are
// listed from files of the kernel; other radios by the modules of SoapySDR, on this machine only, and not while a radio
// is in use.
int list_devices(const Sysroot& root, bool json, std::ostream& out);

}  // namespace spectrumd

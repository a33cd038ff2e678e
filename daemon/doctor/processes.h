// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "daemon/doctor/sysroot.h"

namespace spectrumd {

// Returns the process that has a file or socket open, "/dev/bus/usb/001/004" or "socket:[812]", as "rtl_tcp (pid 812)";
// empty if there is none or it is not visible to us.
std::string holder_of(const Sysroot& root, std::string_view target);

std::vector<std::string> pids_of(const Sysroot& root, std::string_view program);

}  // namespace spectrumd

// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "daemon/doctor/sysroot.h"

namespace spectrumd {

// The process that has open what its descriptor links to, "/dev/bus/usb/001/004" or "socket:[812]", as "rtl_tcp (pid
// 812)"; empty where there is none, or where it is not ours to see.
std::string holder_of(const Sysroot& root, std::string_view target);

std::vector<std::string> pids_of(const Sysroot& root, std::string_view program);

}  // namespace spectrumd

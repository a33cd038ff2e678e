// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>

namespace spectrumd {

std::string usb_node(int bus, int address);  // "/dev/bus/usb/001/004"

// Returns another process that has the node open, as "rtl_tcp (pid 812)"; nullopt if there is none or it is not visible
// to us.
std::optional<std::string> holder_of(const std::string& node);

std::string permission_text(const std::string& node);  // owner and remedy

}  // namespace spectrumd

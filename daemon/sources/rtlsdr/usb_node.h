// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>

namespace spectrumd {

std::string usb_node(int bus, int address);  // "/dev/bus/usb/001/004"

// Another process that has the node open, as "rtl_tcp (pid 812)"; nothing where none is found, or it may not be seen.
std::optional<std::string> holder_of(const std::string& node);

std::string permission_text(const std::string& node);  // whose it is, and the way out

}  // namespace spectrumd

// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <string>

namespace spectrumd {

// What distinguishes this machine from another one with a copy of its card: the serial number of a Raspberry Pi, else
// the address of its network interface, else the id of the installed system, which a copy has as well.
// "pi:10000000abcdef01", "mac:b8:27:eb:12:34:56". Reads files below `root` only.
std::string board_identity(const std::filesystem::path& root = "/");

}  // namespace spectrumd

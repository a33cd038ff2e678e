// SPDX-License-Identifier: MIT
#pragma once

#include <string>

namespace mailbox {

// What an errno of the two device nodes means on a Raspberry Pi, and the remedy (thing, reason, remedy).
std::string cannot_open_vcio(const std::string& node, int error);
std::string cannot_call(const std::string& node, int error);
std::string cannot_open_memory(const std::string& node, int error);
std::string cannot_map_memory(const std::string& node, int error);

}  // namespace mailbox

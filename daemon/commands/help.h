// SPDX-License-Identifier: MIT
#pragma once

#include <string>

namespace spectrumd {

// What --help prints: the commands and every key with its flag, its meaning, its place in the file and its default, at
// most 100 columns wide.
std::string help_text();

}  // namespace spectrumd

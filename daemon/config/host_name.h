// SPDX-License-Identifier: MIT
#pragma once

#include <string>

namespace spectrumd {

std::string host_name();  // of this machine; empty if it has none

}  // namespace spectrumd

// SPDX-License-Identifier: MIT
#pragma once

#include <string>

namespace spectrumd {

struct ReportSettings;

std::string host_name();                                    // of this machine; empty if it has none
std::string name_in_fleet(const ReportSettings& settings);  // as configured, or that of the machine

}  // namespace spectrumd

// SPDX-License-Identifier: MIT
#pragma once

#include <iosfwd>
#include <string>

namespace gpufft::cpu {

// The processor's name from /proc/cpuinfo: "model name" on a PC, "Model" (the board) on a Pi; "CPU" without either.
std::string processor_name(std::istream& cpuinfo);

}  // namespace gpufft::cpu

// SPDX-License-Identifier: MIT
#include "gpufft/cpu/device.h"

#include <istream>
#include <string_view>

namespace gpufft::cpu {
namespace {

// "Model		: Raspberry Pi 3" is two fields, padded with tabs and blanks.
std::string_view trimmed(std::string_view text) {
  const auto first = text.find_first_not_of(" \t");
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(" \t") - first + 1);
}

}  // namespace

// A 32-bit Pi has both fields; the board says more than "ARMv7 Processor rev 4 (v7l)", and comes last.
std::string processor_name(std::istream& cpuinfo) {
  std::string name = "CPU";
  for (std::string line; std::getline(cpuinfo, line);) {
    const auto colon = line.find(':');
    if (colon == std::string::npos) continue;
    const auto field = trimmed(std::string_view(line).substr(0, colon));
    const auto value = trimmed(std::string_view(line).substr(colon + 1));
    if ((field == "model name" || field == "Model") && !value.empty()) name = value;
  }
  return name;
}

}  // namespace gpufft::cpu

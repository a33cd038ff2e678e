// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>

namespace qpu::assembly {

// Thrown where a line cannot be understood; whoever runs the lines turns it into a Diagnostic and goes on with the
// next.
struct SourceFault {
  std::string text;          // empty: the reason has been reported already
  std::uint32_t column = 0;  // 0: the line as a whole
};

// Thrown when it makes no sense to go on at all; text as above.
struct AssemblyEnds {
  std::string text;
};

}  // namespace qpu::assembly

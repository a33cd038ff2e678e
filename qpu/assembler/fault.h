// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>

namespace qpu::assembly {

// Thrown if a line is invalid; the session turns it into a Diagnostic and continues with the
// next.
struct SourceFault {
  std::string text;          // empty: the reason has been reported already
  std::uint32_t column = 0;  // 0: the line as a whole
};

// Thrown if assembling cannot continue at all; text as above.
struct AssemblyEnds {
  std::string text;
};

}  // namespace qpu::assembly

// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "qpu/assembler/expression.h"
#include "qpu/assembler/part.h"

namespace qpu::assembly {

// The parts of one line, up to its end or to a macro.
struct LineOfParts {
  std::vector<Part> parts;
  bool joins_previous = false;  // the line begins with a semicolon
  bool may_be_joined = false;   // it ends with one, or a macro follows
};

LineOfParts read_parts(Environment& environment, Cursor& cursor);

}  // namespace qpu::assembly

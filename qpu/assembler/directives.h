// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "qpu/assembler/session.h"

// Directives of one line (reference 10.8).
namespace qpu::assembly {

// Throws SourceFault.
void run_directive(Session& session, const Line& line);

// "(a, b)"
std::vector<std::string> read_parameters(Cursor& cursor);

}  // namespace qpu::assembly

// SPDX-License-Identifier: MIT
#pragma once

#include "qpu/assembler/session.h"

// Directives that span lines: .if, .rep, .macro... (reference 10.8).
namespace qpu::assembly {

bool opens_block(const Line& line);

// The index of the line that ends the block beginning at `first`. Throws SourceFault if there is none.
std::size_t end_of_block(Lines lines, std::size_t first);

// The first line opens the block, the last ends it.
void run_block(Session& session, Lines block);

}  // namespace qpu::assembly

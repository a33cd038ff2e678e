// SPDX-License-Identifier: MIT
#pragma once

#include <string_view>
#include <vector>

#include "qpu/assembler/session.h"

namespace qpu::assembly {

// .int, .float, .byte and the like (reference 10.8). False if it is a different directive. Throws SourceFault.
bool write_data(Session& session, std::string_view directive, Cursor cursor);

std::vector<std::string_view> data_directives();

}  // namespace qpu::assembly

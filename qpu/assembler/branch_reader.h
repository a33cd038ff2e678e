// SPDX-License-Identifier: MIT
#pragma once

#include <string_view>
#include <vector>

#include "qpu/assembler/operand_reader.h"

namespace qpu::assembly {

// bra and brr (reference 10.5): link [, second link], target [, second target]. Throws SourceFault.
void read_branch(Part& part, std::string_view suffixes, const std::vector<Operand>& operands, std::uint32_t column);

}  // namespace qpu::assembly

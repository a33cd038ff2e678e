// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <string_view>

#include "qpu/assembler/value.h"

// The functions every source may call: VPM and DMA set-up words (reference 6.8), sacq(n) and srel(n).
namespace qpu::assembly {

bool is_builtin(std::string_view name);

// Throws SourceFault, without a column, if the arguments are wrong in number or kind.
Value call_builtin(std::string_view name, std::span<const Value> arguments);

}  // namespace qpu::assembly

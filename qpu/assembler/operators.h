// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string_view>

#include "qpu/assembler/value.h"

// The operators of expressions (reference 10.7). All throw SourceFault, without a column.
namespace qpu::assembly {

// Higher binds tighter; nullopt if the symbol is not a binary operator.
std::optional<int> precedence_of(std::string_view symbol);
bool associates_right(std::string_view symbol);

Value apply_binary(std::string_view symbol, const Value& left, const Value& right);
Value apply_unary(std::string_view symbol, const Value& value);

// abs, sqrt, sin...: may stand before their operand without brackets.
bool is_word_operator(std::string_view name);
Value apply_word_operator(std::string_view name, const Value& value);

}  // namespace qpu::assembly

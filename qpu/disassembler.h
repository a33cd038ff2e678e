// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <string>

#include "qpu/instruction.h"

namespace qpu {

// One line of source that assembles to this very word. A word which the language cannot say, because it sets reserved
// or idle bits, comes out as data: ".int 0x..., 0x...  # " and what it looks like.
std::string disassemble(Word word);

// The same without the promise, for messages and traces: always reads like an instruction, and is quicker.
std::string describe(Word word);

// A whole program, a line each, with labels where relative branches lead.
std::string disassemble(std::span<const Word> words);

}  // namespace qpu

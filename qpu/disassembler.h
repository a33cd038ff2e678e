// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <string>

#include "qpu/instruction.h"

namespace qpu {

// One line of source that assembles to exactly this word. A word that the language cannot express, because it sets
// reserved or idle bits, becomes data: ".int 0x..., 0x...  # " and a readable form. Pure functions; any thread.
std::string disassemble(Word word);

// The same without that guarantee, for messages and traces: always in the form of an instruction, and faster.
std::string describe(Word word);

// A whole program, a line per word, with labels at the targets of relative branches.
std::string disassemble(std::span<const Word> words);

}  // namespace qpu

// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "qpu/assembler/assembler.h"

namespace qpu::test {

// The words of a source that has to be right; where it is not, the test fails with what the assembler says.
std::vector<Word> assembled(std::string_view source, const AssemblyOptions& options = {});

// The only word of a source.
Word assembled_word(std::string_view source);

// All complaints about a source, as a person sees them.
std::string complaints(std::string_view source, const AssemblyOptions& options = {});

// "159e7000 10020827", low word first, as the reference writes them.
std::string text_of(Word word);

}  // namespace qpu::test

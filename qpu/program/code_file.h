// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "command_line/arguments.h"
#include "qpu/assembler/assembler.h"

// Files with code for the QPU, as the subcommands take them.
namespace qpu {

class CodeFileError : public std::runtime_error {
  using std::runtime_error::runtime_error;
};

// Source (.qasm, .asm, .s), hexadecimal words as a C array includes them, or raw words, distinguished by the name and
// then by the contents; "-" is the standard input. What the assembler complains about is in the result; that a file
// cannot be read, or is none of the three, is a CodeFileError. Hexadecimal and raw words have no lines, labels or
// relocations.
Program read_code(const std::string& path, const AssemblyOptions& options = {});

// The same, with the assembler's complaints on the standard error; nullopt if there were errors among them.
std::optional<Program> read_good_code(const std::string& path, const AssemblyOptions& options);

// The whole file, or the standard input for "-". Throws CodeFileError.
std::string read_whole(const std::string& path);

// The same, but refuses files that are not text.
std::string read_source(const std::string& path);

// "0x009e7000, 0x100009e7," and so on, with comments and blanks; or raw words. Throws CodeFileError, naming the file.
std::vector<Word> words_of(std::string_view contents, const std::string& path);

// By its name alone.
bool is_source_name(std::string_view path);

// -I and -D.
void add_assembly_options(command_line::Arguments& arguments, std::vector<std::string>& include_paths,
                          std::vector<std::string>& definitions);

// What -I and -D give; a definition is NAME=VALUE, or NAME for 1.
AssemblyOptions options_of(std::vector<std::string> include_paths, const std::vector<std::string>& definitions);

}  // namespace qpu

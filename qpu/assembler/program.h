// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "qpu/instruction.h"

namespace qpu {

// A line of a source: the file is an index into Program::files, lines count from 1.
struct SourcePlace {
  std::uint32_t file = 0, line = 0;
  friend bool operator==(SourcePlace, SourcePlace) = default;
};

// Where a word was written. Inside a macro or an included file: also the origin, by index, of the call or inclusion.
struct Origin {
  enum class Via : std::uint8_t { File, Include, Macro, Function };
  SourcePlace place;
  Via via = Via::File;  // how asked_by leads here
  std::int32_t asked_by = -1;
};

struct Label {
  std::string name;
  std::uint32_t address = 0;  // bytes from the start of the output
  bool exported = false;
};

// The 32 bits at this byte of the output hold a distance from its start: a loader adds the address it loads to.
struct Relocation {
  std::uint32_t offset = 0;
};

struct Diagnostic {
  enum class Severity : std::uint8_t { Error, Warning };
  Severity severity = Severity::Error;
  std::string file;
  std::uint32_t line = 0, column = 0;  // from 1; line 0: the file as a whole
  std::string text;
  std::string source;                // the line itself
  std::vector<std::string> context;  // "in macro ...", innermost first
};

struct Program {
  std::vector<Word> words;
  std::vector<bool> is_data;           // per word: written by .int and its like
  std::vector<std::uint32_t> origins;  // per word: index into origin_table
  std::vector<Origin> origin_table;
  std::vector<std::string> files;
  std::vector<std::string> lines;  // per word: the text it was written as
  std::vector<Label> labels;       // in order of address
  std::vector<Relocation> relocations;
  std::vector<Diagnostic> diagnostics;

  // True if there are no errors; words are meaningful only then.
  bool ok() const;
};

// "fft.qasm:17", and for a word out of a macro "fft.qasm:17, required by fft.qasm:80".
std::string place_of(const Program& program, std::size_t word);

// As compilers write it: "file:line:column: error: text", the source line, a caret, the context.
std::string to_text(const Diagnostic& diagnostic);

}  // namespace qpu

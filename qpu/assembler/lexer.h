// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace qpu::assembly {

struct Token {
  enum class Kind : std::uint8_t {
    End,
    Identifier,  // also directives and suffixes, which begin with a dot
    Integer,
    Float,
    String,
    LabelReference,   // r:name, :name; the text is the name
    LabelDefinition,  // name:, :name; the text is the name, empty for a bare colon
    ExportedLabel,    // ::name
    Symbol,
    Invalid,  // the text is the error
  };
  Kind kind = Kind::End;
  std::string_view text;
  std::uint32_t column = 1;  // from 1
  std::uint32_t end = 1;     // one past its last column
  std::int64_t integer = 0;
  double real = 0;
};

// The tokens of one line (reference 10.1), the last of them End. They view the line, and complaints in static text.
std::vector<Token> tokens_of(std::string_view line);

}  // namespace qpu::assembly

// SPDX-License-Identifier: MIT
#include "qpu/assembler/program.h"

#include <fmt/format.h>

#include <algorithm>

namespace qpu {
namespace {

std::string place_text(const Program& program, const Origin& origin) {
  return fmt::format("{}:{}", program.files[origin.place.file], origin.place.line);
}

// Blanks as wide as the line up to the caret; tabs stay, so that it lands where the terminal puts the token.
std::string blanks_before(const std::string& line, std::uint32_t column) {
  std::string blanks = line.substr(0, std::min<std::size_t>(column - 1, line.size()));
  std::ranges::replace_if(
      blanks, [](char c) { return c != '\t'; }, ' ');
  return blanks;
}

}  // namespace

bool Program::ok() const {
  return std::ranges::none_of(diagnostics,
                              [](const Diagnostic& d) { return d.severity == Diagnostic::Severity::Error; });
}

std::string place_of(const Program& program, std::size_t word) {
  const Origin* origin = &program.origin_table[program.origins[word]];
  std::string text = place_text(program, *origin);
  for (; origin->asked_by >= 0; origin = &program.origin_table[origin->asked_by])
    if (origin->via == Origin::Via::Macro)
      text += fmt::format(", required by {}", place_text(program, program.origin_table[origin->asked_by]));
  return text;
}

std::string to_text(const Diagnostic& diagnostic) {
  const bool error = diagnostic.severity == Diagnostic::Severity::Error;
  std::string place = diagnostic.file;
  if (diagnostic.line > 0) place += fmt::format(":{}:{}", diagnostic.line, diagnostic.column);
  std::string text = fmt::format("{}: {}: {}\n", place, error ? "error" : "warning", diagnostic.text);
  if (diagnostic.line > 0)
    text += fmt::format("  {}\n  {}^\n", diagnostic.source, blanks_before(diagnostic.source, diagnostic.column));
  for (const std::string& context : diagnostic.context) text += fmt::format("  {}\n", context);
  return text;
}

}  // namespace qpu

// SPDX-License-Identifier: MIT
#include "tests/qpu/assembler/assembled.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace qpu::test {

std::string complaints(std::string_view source, const AssemblyOptions& options) {
  std::string text;
  for (const Diagnostic& diagnostic : assemble(source, "test.qasm", options).diagnostics) text += to_text(diagnostic);
  return text;
}

std::vector<Word> assembled(std::string_view source, const AssemblyOptions& options) {
  EXPECT_EQ(complaints(source, options), "") << source;
  return assemble(source, "test.qasm", options).words;
}

Word assembled_word(std::string_view source) {
  const std::vector<Word> words = assembled(source);
  EXPECT_EQ(words.size(), 1) << source;
  return words.empty() ? Word{0} : words.front();
}

std::string text_of(Word word) { return fmt::format("{:08x} {:08x}", low(word), high(word)); }

}  // namespace qpu::test

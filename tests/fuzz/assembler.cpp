// SPDX-License-Identifier: MIT
// Any text: the assembler returns, with code or with a reason.
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "qpu/assembler/assembler.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  qpu::AssemblyOptions options;
  options.load = [](const std::string&) { return std::optional<std::string>(); };
  options.most_steps = 50'000;
  options.most_words = 5'000;
  const qpu::Program program = qpu::assemble({reinterpret_cast<const char*>(data), size}, "fuzz", options);
  for (const qpu::Diagnostic& diagnostic : program.diagnostics)
    if (qpu::to_text(diagnostic).empty()) std::abort();
  for (std::size_t word = 0; program.ok() && word < program.words.size(); ++word)
    if (qpu::place_of(program, word).empty()) std::abort();
  return 0;
}

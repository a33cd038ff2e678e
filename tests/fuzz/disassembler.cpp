// SPDX-License-Identifier: MIT
// Any words: what the disassembler writes assembles to the same words.
#include <cstdint>
#include <cstdlib>
#include <cstring>

#include "qpu/assembler/assembler.h"
#include "qpu/disassembler.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::vector<qpu::Word> words(size / sizeof(qpu::Word));
  if (!words.empty()) std::memcpy(words.data(), data, words.size() * sizeof(qpu::Word));
  const qpu::Program program = qpu::assemble(qpu::disassemble(words), "fuzz");
  if (!program.ok() || program.words != words) std::abort();
  return 0;
}

// SPDX-License-Identifier: MIT
#pragma once

#include <cstring>
#include <vector>

#include "qpu/emulator/machine.h"
#include "tests/qpu/emulator/words.h"

namespace qpu {

// A machine with a megabyte of memory: programs from address 0x10000 on, uniforms at 0x8000, data from 0x20000 on.
class BenchTop {
 public:
  static constexpr std::uint32_t kCode = 0x10000, kUniforms = 0x8000, kData = 0x20000, kBytes = 1 << 20;

  explicit BenchTop(MachineOptions options = {}) : memory(kBytes), machine(memory, std::move(options)) {}

  void load(const std::vector<Instruction>& program, std::uint32_t code = kCode) {
    for (const Instruction& i : program) {
      const Word word = encode(i);
      std::memcpy(memory.at(code), &word, sizeof word);
      code += kWordBytes;
    }
  }
  void put(std::uint32_t address, const std::vector<std::uint32_t>& words) {
    for (const std::uint32_t word : words) memory.store(address, word), address += 4;
  }
  // One program in one QPU, its end appended, to the end of whatever happens.
  Machine::End run(std::vector<Instruction> program, const std::vector<std::uint32_t>& uniforms = {}) {
    words::append_end(program);
    load(program);
    put(kUniforms, uniforms);
    machine.queue(kCode, kUniforms);
    return machine.run();
  }
  std::string fault_text() const { return machine.fault() ? report(*machine.fault()) : "no fault"; }
  FaultKind fault_kind() const { return machine.fault() ? machine.fault()->kind : FaultKind{255}; }

  Sdram memory;
  Machine machine;
};

}  // namespace qpu

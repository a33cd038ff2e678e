// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <random>

#include "qpu/instruction.h"

namespace qpu::test {

// Instructions of all kinds that use nothing the chip reserves, and say nothing that has no effect.
class RandomInstruction {
 public:
  explicit RandomInstruction(std::uint64_t seed) : random_(seed) {}
  Instruction operator()();

 private:
  int below(int limit) { return static_cast<int>(random_() % static_cast<unsigned>(limit)); }
  bool chance(int of) { return below(of) == 0; }

  Instruction alu();
  Instruction load();
  Instruction branch();
  void add_side(Instruction& i);
  void mul_side(Instruction& i);
  void unpack(Instruction& i);
  void pack(Instruction& i);
  std::uint8_t write_address();

  std::mt19937_64 random_;
};

}  // namespace qpu::test

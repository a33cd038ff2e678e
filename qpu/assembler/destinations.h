// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <vector>

#include "qpu/assembler/part.h"
#include "qpu/instruction.h"

namespace qpu::assembly {

// The first goes to the ADD side, the second to MUL; ws is chosen so that both reach their file. Throws SourceFault.
void write_to(Instruction& instruction, const std::vector<Destination>& destinations);
void write_to(Instruction& instruction, const Destination* add, const Destination* mul);

// What was said, or else: always; but never where the result goes nowhere and sets no flags either.
Condition condition_for(const Destination& destination, bool gives_flags);

// The field pm belongs to pack and unpack together (reference 2.13): whoever needs it one way claims it.
class PmClaim {
 public:
  void claim(bool pm, std::uint32_t column);
  bool value() const { return pm_.value_or(false); }

 private:
  std::optional<bool> pm_;
};

// Collects how the results are packed; there is one field for both.
class PackChoice {
 public:
  struct Producer {
    bool on_mul = false, gives_float = false;
  };
  void add(const Destination& destination, Producer producer);
  void apply(Instruction& instruction);
  PmClaim& pm() { return pm_; }

 private:
  Pack in_file_a(const Destination& destination, const Format& format, Producer producer) const;

  std::optional<Pack> pack_;
  PmClaim pm_;
};

}  // namespace qpu::assembly

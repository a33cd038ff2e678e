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

// The given condition, or Always; but Never if the result goes nowhere and sets no flags.
Condition condition_for(const Destination& destination, bool gives_flags);

// Pack and unpack share the field pm (reference 2.13): the first that needs a value claims it.
class PmClaim {
 public:
  void claim(bool pm, std::uint32_t column);
  bool value() const { return pm_.value_or(false); }

 private:
  std::optional<bool> pm_;
};

// Collects how the results are packed; both share one field.
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

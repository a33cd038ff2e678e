// SPDX-License-Identifier: MIT
#include "qpu/assembler/load_word.h"

#include "qpu/assembler/alu_word.h"
#include "qpu/assembler/destinations.h"
#include "qpu/assembler/fault.h"

namespace qpu::assembly {

Packed pack_load(const Part& part) {
  if (part.rotation) throw SourceFault{"what is loaded is not rotated", part.column};
  Instruction i;
  i.kind = part.load;
  i.immediate = part.immediate;
  i.set_flags = part.set_flags;
  const auto& written = part.destinations;
  write_to(i, written);
  if (!written.empty()) i.add_condition = condition_for(written[0], part.set_flags);
  if (written.size() > 1) i.mul_condition = condition_for(written[1], part.set_flags);
  PackChoice choice;
  for (std::size_t n = 0; n < written.size(); ++n) choice.add(written[n], {.on_mul = n == 1, .gives_float = false});
  choice.apply(i);
  return {i, std::nullopt, part.is_address, std::nullopt};
}

}  // namespace qpu::assembly

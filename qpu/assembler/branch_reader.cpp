// SPDX-License-Identifier: MIT
#include "qpu/assembler/branch_reader.h"

#include <fmt/format.h>

#include "qpu/assembler/fault.h"
#include "qpu/names.h"

namespace qpu::assembly {
namespace {

constexpr int kBranchRegisters = 32;

const Register* register_in(const Operand& operand) {
  const auto* found = std::get_if<RegisterOperand>(&operand.value);
  return found ? &found->place : nullptr;
}

bool is_target_register(const Operand& operand) {
  const Register* place = register_in(operand);
  return place && place->kind == Register::Kind::FileA && place->address < kBranchRegisters;
}

// There are two links if there are four operands, or if the second cannot be a target.
std::size_t count_links(const std::vector<Operand>& operands) {
  if (operands.size() == 4) return 2;
  return operands.size() == 3 && register_in(operands[1]) && !is_target_register(operands[1]) ? 2 : 1;
}

BranchCondition condition_of(std::string_view suffixes, std::uint32_t column) {
  if (suffixes.empty()) return BranchCondition::Always;
  const auto condition = branch_condition_named(suffixes.substr(1));
  if (!condition)
    throw SourceFault{fmt::format("{} is not valid on a branch; use .allz, .anynz and the like", suffixes), column};
  return *condition;
}

// The target in the program of a branch to this address, or over this distance.
void add_constant(Part& part, const Operand& operand) {
  const auto* label = std::get_if<LabelAddress>(&operand.value);
  if (label && (part.branch_target || part.is_address))
    throw SourceFault{"a branch has one label as target", operand.column};
  if (label && part.relative)
    part.branch_target = label->address;
  else
    part.immediate += *source_of(operand, part).immediate;
  part.is_address = part.is_address || (label && !part.relative);
}

void add_target(Part& part, const Operand& operand) {
  if (!register_in(operand)) return add_constant(part, operand);
  if (!is_target_register(operand))
    throw SourceFault{"a branch target register must be one of ra0 to ra31", operand.column};
  if (part.branch_register) throw SourceFault{"a branch adds at most one register", operand.column};
  part.branch_register = register_in(operand)->address;
}

}  // namespace

void read_branch(Part& part, std::string_view suffixes, const std::vector<Operand>& operands, std::uint32_t column) {
  if (operands.size() < 2 || operands.size() > 4)
    throw SourceFault{"a branch takes a link register, or -, and a target", column};
  part.branch_condition = condition_of(suffixes, column);
  const std::size_t links = count_links(operands);
  for (std::size_t i = 0; i < operands.size(); ++i)
    if (i < links)
      part.destinations.push_back(destination_of(operands[i], part));
    else
      add_target(part, operands[i]);
  if (!part.branch_register && part.immediate % kWordBytes != 0)
    throw SourceFault{fmt::format("a branch by {} bytes; instructions have {}", part.immediate, kWordBytes), column};
}

}  // namespace qpu::assembly

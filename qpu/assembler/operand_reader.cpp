// SPDX-License-Identifier: MIT
#include "qpu/assembler/operand_reader.h"

#include <fmt/format.h>

#include "qpu/assembler/fault.h"

namespace qpu::assembly {
namespace {

template <typename Action>
auto blaming(const Operand& operand, Action action) {
  try {
    return action();
  } catch (SourceFault& fault) {
    if (fault.column == 0) fault.column = operand.column;
    throw;
  }
}

const RegisterOperand& register_of(const Operand& operand) {
  if (const auto* found = std::get_if<RegisterOperand>(&operand.value)) return *found;
  throw SourceFault{fmt::format("expected a register here, not {}", kind_of_value(operand.value))};
}

void rotate(Part& part, Rotation rotation) {
  if (!rotation) return;
  if (part.rotation && part.rotation != rotation)
    throw SourceFault{"the result of one operation is rotated, by one amount: these are two"};
  part.rotation = rotation;
}

Destination destination(const Operand& operand, Part& part) {
  const RegisterOperand& written = register_of(operand);
  const Suffixes suffixes = read_suffixes(written.suffixes, SuffixPlace::Destination);
  if (!written.place.write_a && !written.place.write_b) throw SourceFault{"this register cannot be written"};
  Rotation rotation = written.rotation;
  rotation.lanes = (16 - rotation.lanes) % 16;  // on this side the direction is reversed (reference 10.5)
  rotate(part, rotation);
  part.set_flags = part.set_flags || suffixes.set_flags;
  return {written.place, suffixes.pack, suffixes.condition, operand.column};
}

Source from_register(const RegisterOperand& read, Part& part, std::uint32_t column) {
  const Suffixes suffixes = read_suffixes(read.suffixes, SuffixPlace::Source);
  const bool is_accumulator = read.place.kind == Register::Kind::Accumulator;
  if (!is_accumulator && !read.place.read_a && !read.place.read_b) throw SourceFault{"this register cannot be read"};
  if (suffixes.condition) throw SourceFault{"a condition belongs to the opcode or the destination"};
  rotate(part, read.rotation);
  part.set_flags = part.set_flags || suffixes.set_flags;
  return {std::nullopt, false, read.place, suffixes.unpack, column};
}

Source source(const Operand& operand, Part& part) {
  if (const auto* read = std::get_if<RegisterOperand>(&operand.value))
    return from_register(*read, part, operand.column);
  const bool is_address = std::holds_alternative<LabelAddress>(operand.value);
  return {bits_of(operand.value), is_address, {}, std::nullopt, operand.column};
}

}  // namespace

std::vector<Operand> read_operands(Environment& environment, Cursor& cursor) {
  std::vector<Operand> operands;
  if (cursor.at_end() || cursor.at(";")) return operands;
  do {
    const std::uint32_t column = cursor.peek().column;
    operands.push_back({evaluate(environment, cursor), column});
  } while (cursor.skip(","));
  return operands;
}

Destination destination_of(const Operand& operand, Part& part) {
  return blaming(operand, [&] { return destination(operand, part); });
}

Source source_of(const Operand& operand, Part& part) {
  return blaming(operand, [&] { return source(operand, part); });
}

bool can_be_unpacked(const Register& place) {
  return place.kind == Register::Kind::FileA || (place.kind == Register::Kind::Accumulator && place.address == 4);
}

}  // namespace qpu::assembly

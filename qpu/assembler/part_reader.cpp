// SPDX-License-Identifier: MIT
#include "qpu/assembler/part_reader.h"

#include <fmt/format.h>

#include <algorithm>

#include "qpu/assembler/branch_reader.h"
#include "qpu/assembler/fault.h"
#include "qpu/assembler/operand_reader.h"
#include "qpu/names.h"

namespace qpu::assembly {
namespace {

constexpr std::size_t kMostParts = 8;  // more than any valid instruction has, including nop; nop; thrend

struct Opcode {
  std::string_view stem, suffixes;
  std::uint32_t column;
};

Opcode opcode_of(const Token& token) {
  const std::size_t dot = std::min(token.text.find('.'), token.text.size());
  return {token.text.substr(0, dot), token.text.substr(dot), token.column};
}

// Suffixes of the opcode, which apply to both operands or to the destination.
void spread(const Suffixes& suffixes, Part& part) {
  part.set_flags = part.set_flags || suffixes.set_flags;
  for (Destination& destination : part.destinations) {
    if (!destination.condition) destination.condition = suffixes.condition;
    if (!destination.pack) destination.pack = suffixes.pack;
  }
  bool unpacked = !suffixes.unpack;
  // One bit selects what is unpacked: next to a register of file A, r4 stays as it is.
  const bool of_file_a = std::ranges::any_of(part.sources, [](const Source& source) {
    return !source.immediate && source.place.kind == Register::Kind::FileA;
  });
  for (Source& source : part.sources) {
    if (!suffixes.unpack || source.immediate || !can_be_unpacked(source.place)) continue;
    if (of_file_a && source.place.kind != Register::Kind::FileA) continue;
    source.unpack = suffixes.unpack;
    unpacked = true;
  }
  if (!unpacked) throw SourceFault{"nothing to unpack: neither a register of file A nor r4"};
}

void require_operands(const Part& part, std::size_t least, std::size_t most, std::string_view name) {
  if (part.sources.size() < least || part.sources.size() > most)
    throw SourceFault{
        fmt::format("{} reads {} operand{}, here are {}", name, least, least == 1 ? "" : "s", part.sources.size()),
        part.column};
}

// amov, mnop, av8adds: the letter says on which side.
bool names_operation(std::string_view name, Part& part) {
  part.is_move = name == "mov";
  part.add_op = part.is_move ? std::optional(AddOp::Or) : add_op_named(name);
  part.mul_op = part.is_move ? std::optional(MulOp::V8min) : mul_op_named(name);
  part.prefers_mul = name == "v8adds" || name == "v8subs";
  return part.add_op || part.mul_op;
}

bool names_forced_operation(std::string_view name, Part& part) {
  const bool add = name.starts_with('a');
  if ((!add && !name.starts_with('m')) || !names_operation(name.substr(1), part)) return false;
  if (!part.add_op || !part.mul_op) return false;  // only operations of both sides can be forced
  add ? part.mul_op.reset() : part.add_op.reset();
  return true;
}

class PartReader {
 public:
  PartReader(Environment& environment, Cursor& cursor) : environment_(environment), cursor_(cursor) {}

  Part read() {
    const Token& token = cursor_.peek();
    const Opcode opcode = opcode_of(token);
    part_.column = token.column;
    cursor_.name();
    if (!dispatch(opcode)) throw SourceFault{unknown(token.text, opcode.stem), token.column};
    return std::move(part_);
  }

 private:
  bool dispatch(const Opcode& opcode) {
    if (const auto signal = signal_named(opcode.stem); signal && opcode.suffixes.empty()) return take_signal(*signal);
    if (opcode.stem == "bra" || opcode.stem == "brr") return branch(opcode);
    if (opcode.stem == "read") return read_only(opcode);
    if (opcode.stem == "ldi" || opcode.stem == "ldipes" || opcode.stem == "ldipeu") return load(opcode);
    if (opcode.stem == "sacq" || opcode.stem == "srel") return semaphore(opcode);
    if (names_operation(opcode.stem, part_) || names_forced_operation(opcode.stem, part_)) return alu(opcode);
    return false;
  }

  bool take_signal(Signal signal) {
    part_.kind = Part::Kind::Signal;
    part_.signal = signal;
    return true;
  }

  bool branch(const Opcode& opcode) {
    part_.kind = Part::Kind::Branch;
    part_.relative = opcode.stem == "brr";
    read_branch(part_, opcode.suffixes, read_operands(environment_, cursor_), opcode.column);
    return true;
  }

  // read vw_wait, or read 8: the port reads, the value is unused.
  bool read_only(const Opcode& opcode) {
    const auto operands = read_operands(environment_, cursor_);
    if (operands.size() != 1 || !opcode.suffixes.empty()) throw SourceFault{"read takes one register", opcode.column};
    part_.kind = Part::Kind::Read;
    part_.sources = {source_of(operands.front(), part_)};
    const Source& source = part_.sources.front();
    if (!source.immediate && source.place.kind == Register::Kind::Accumulator)
      throw SourceFault{"read takes a register that a port can read, or a small immediate", opcode.column};
    return true;
  }

  Suffixes suffixes_of(const Opcode& opcode) {
    try {
      return read_suffixes(opcode.suffixes, SuffixPlace::Opcode);
    } catch (SourceFault& fault) {
      fault.column = opcode.column;
      throw;
    }
  }

  void spread_suffixes(const Opcode& opcode) {
    const Suffixes suffixes = suffixes_of(opcode);
    try {
      spread(suffixes, part_);
    } catch (SourceFault& fault) {
      fault.column = opcode.column;
      throw;
    }
  }

  // All operands but the last are destinations; none has to be.
  std::vector<Operand> take_destinations(std::size_t most) {
    std::vector<Operand> operands = read_operands(environment_, cursor_);
    const std::size_t count = operands.empty() ? 0 : operands.size() - 1;
    if (count > most) throw SourceFault{"one operand too many", operands.back().column};
    for (std::size_t i = 0; i < count; ++i) part_.destinations.push_back(destination_of(operands[i], part_));
    return operands;
  }

  bool load(const Opcode& opcode) {
    const auto operands = take_destinations(2);
    if (operands.size() < 2) throw SourceFault{"ldi takes one or two destinations and a value", opcode.column};
    load_value(operands.back());
    if (opcode.stem != "ldi")
      part_.load = opcode.stem == "ldipes" ? Kind::LoadPerLaneSigned : Kind::LoadPerLaneUnsigned;
    spread_suffixes(opcode);
    return true;
  }

  void load_value(const Operand& operand) {
    part_.kind = Part::Kind::Load;
    if (const auto* list = std::get_if<PerLane>(&operand.value)) {
      part_.load = list->is_signed ? Kind::LoadPerLaneSigned : Kind::LoadPerLaneUnsigned;
      part_.immediate = list->bits;
    } else if (const auto* access = std::get_if<SemaphoreAccess>(&operand.value)) {
      part_.load = Kind::Semaphore;
      part_.immediate = semaphore_bits(*access);
    } else {
      const Source source = source_of(operand, part_);
      if (!source.immediate) throw SourceFault{"expected a number here, not a register", operand.column};
      part_.immediate = *source.immediate;
      part_.is_address = source.is_address;
    }
  }

  static std::uint32_t semaphore_bits(SemaphoreAccess access) {
    constexpr std::uint32_t kAcquires = 16;
    return (access.acquires ? kAcquires : 0) | access.number;
  }

  bool semaphore(const Opcode& opcode) {
    const auto operands = take_destinations(2);
    if (operands.empty()) throw SourceFault{"expected a semaphore", opcode.column};
    const Source number = source_of(operands.back(), part_);
    if (!number.immediate || *number.immediate > 15)
      throw SourceFault{"expected a semaphore from 0 to 15", operands.back().column};
    part_.kind = Part::Kind::Load;
    part_.load = Kind::Semaphore;
    part_.immediate = semaphore_bits({opcode.stem == "sacq", static_cast<std::uint8_t>(*number.immediate)});
    spread_suffixes(opcode);
    return true;
  }

  bool alu(const Opcode& opcode) {
    const bool idle = !part_.is_move && (!part_.add_op || part_.add_op == AddOp::Nop) &&
                      (!part_.mul_op || part_.mul_op == MulOp::Nop);
    part_.is_move ? move_operands() : operands();
    if (part_.kind == Part::Kind::Alu && !part_.is_move) check_operands(opcode, idle);
    spread_suffixes(opcode);
    return true;
  }

  void check_operands(const Opcode& opcode, bool idle) {
    if (part_.destinations.empty() && !idle)
      throw SourceFault{fmt::format("{} needs a destination; - if there is none", opcode.stem), opcode.column};
    const bool unary = part_.add_op && is_unary(*part_.add_op);
    require_operands(part_, idle ? 0 : unary ? 1 : 2, 2, opcode.stem);
    if (part_.sources.size() == 1) part_.sources.push_back(part_.sources.front());
  }

  void operands() {
    const auto operands = read_operands(environment_, cursor_);
    for (std::size_t i = 0; i < operands.size(); ++i)
      if (i == 0)
        part_.destinations.push_back(destination_of(operands[i], part_));
      else
        part_.sources.push_back(source_of(operands[i], part_));
  }

  // mov a, b, source writes both; a semaphore or a list as the source makes it something else (reference 10.4).
  void move_operands() {
    const auto operands = take_destinations(2);
    if (operands.size() < 2) throw SourceFault{"mov takes one or two destinations and a source", part_.column};
    const Value& value = operands.back().value;
    if (std::holds_alternative<PerLane>(value) || std::holds_alternative<SemaphoreAccess>(value))
      return load_value(operands.back());
    const Source source = source_of(operands.back(), part_);
    part_.sources = {source, source};
  }

  std::string unknown(std::string_view text, std::string_view stem) const {
    std::vector<std::string> names = {"mov",  "ldi",  "bra",   "brr",    "sacq",  "srel",
                                      "read", "fmul", "mul24", "v8muld", "v8min", "v8max"};
    for (int op = 0; op < 32; ++op) names.emplace_back(name_of(static_cast<AddOp>(op)));
    for (int signal = 0; signal < 13; ++signal) names.emplace_back(name_of(static_cast<Signal>(signal)));
    for (const auto& [name, macro] : environment_.symbols().macros()) names.push_back(name);
    std::erase(names, "");
    return fmt::format("unknown instruction or macro {}{}", text, suggestion(stem, names));
  }

  Environment& environment_;
  Cursor& cursor_;
  Part part_;
};

bool is_macro(Environment& environment, const Token& token) {
  return token.kind == Token::Kind::Identifier && environment.symbols().macros().contains(token.text);
}

}  // namespace

LineOfParts read_parts(Environment& environment, Cursor& cursor) {
  LineOfParts line;
  line.joins_previous = cursor.skip(";");
  while (!cursor.at_end()) {
    line.may_be_joined = cursor.skip(";") || is_macro(environment, cursor.peek());
    if (is_macro(environment, cursor.peek())) break;
    if (line.may_be_joined) continue;
    if (!line.parts.empty() && line.parts.size() >= kMostParts) cursor.expect_end();
    line.parts.push_back(PartReader(environment, cursor).read());
    if (!cursor.at_end() && !cursor.at(";")) cursor.expect_end();
  }
  return line;
}

}  // namespace qpu::assembly

// SPDX-License-Identifier: MIT
#include "qpu/assembler/alu_word.h"

#include <fmt/format.h>

#include <algorithm>

#include "qpu/assembler/fault.h"
#include "qpu/assembler/operation.h"
#include "qpu/assembler/ports.h"
#include "qpu/names.h"

namespace qpu::assembly {
namespace {

// mov a, b, source: a move on either side.
std::vector<Part> one_destination_each(const std::vector<Part>& parts) {
  std::vector<Part> result;
  for (const Part& part : parts) {
    if (part.kind != Part::Kind::Alu) continue;
    Part copy = part;
    if (part.destinations.size() > 1) {
      copy.destinations.pop_back();
      result.push_back(copy);
      copy.destinations = {part.destinations.back()};
    }
    result.push_back(copy);
  }
  return result;
}

class WordBuilder {
 public:
  explicit WordBuilder(const std::vector<Part>& parts) : parts_(parts), alu_parts_(one_destination_each(parts)) {}

  AluWord pack() {
    if (alu_parts_.size() > 2)
      throw SourceFault{"an instruction has two operations, this would be the third", alu_parts_[2].column};
    for (const Part& part : parts_) set_flags_ = set_flags_ || part.set_flags;
    for (const Part& part : alu_parts_) ways_.push_back(ways_to_do(part));
    const Instruction instruction = try_all();
    return {instruction, std::move(warning_)};
  }

 private:
  // The first combination that works. If none does, the complaint of the first that had a side for each.
  Instruction try_all() {
    if (ways_.empty()) return build(nullptr, nullptr);
    for (const Operation& first : ways_[0]) {
      if (ways_.size() == 1)
        attempt(first, nullptr);
      else
        for (const Operation& second : ways_[1]) attempt(first, &second);
      if (result_) return *result_;
    }
    if (complaint_) throw *complaint_;
    throw SourceFault{
        fmt::format("both operations need the {} side of the instruction", ways_[0].front().on_mul ? "MUL" : "ADD"),
        alu_parts_[1].column};
  }

  void attempt(const Operation& first, const Operation* second) {
    if (result_ || (second && first.on_mul == second->on_mul)) return;
    try {
      result_ = first.on_mul ? build(second, &first) : build(&first, second);
    } catch (const SourceFault& fault) {
      if (!complaint_) complaint_ = fault;
    }
  }

  Instruction build(const Operation* add, const Operation* mul) {
    Instruction i;
    i.set_flags = set_flags_;
    if (add) i.add_op = add->add_op;
    if (mul) i.mul_op = mul->mul_op;
    write(i, add, mul);
    read(i, add, mul);
    for (const Part& part : parts_)
      if (part.kind == Part::Kind::Signal) signal(i, part);
    warn_of_flags(i, add, mul);
    return i;
  }

  // Flags come from ADD if it does anything (reference 3.1, U2).
  void warn_of_flags(const Instruction& i, const Operation* add, const Operation* mul) {
    if (mul && mul->part->set_flags && i.add_op != AddOp::Nop && !add->part->set_flags)
      warning_ = SourceFault{"the flags are set by the ADD part, which does something here, and not by this one",
                             mul->part->column};
  }

  static const Destination* destination_of(const Operation* operation) {
    return operation && !operation->part->destinations.empty() ? &operation->part->destinations.front() : nullptr;
  }

  void write(Instruction& i, const Operation* add, const Operation* mul) {
    const Destination *add_to = destination_of(add), *mul_to = destination_of(mul);
    write_to(i, add_to, mul_to);
    const bool flags_from_add = i.add_op != AddOp::Nop;
    if (add_to) i.add_condition = condition_for(*add_to, set_flags_ && flags_from_add);
    if (mul_to) i.mul_condition = condition_for(*mul_to, set_flags_ && !flags_from_add);
    pack_ = PackChoice();
    if (add_to) pack_.add(*add_to, {.on_mul = false, .gives_float = gives_float(i.add_op)});
    if (mul_to) pack_.add(*mul_to, {.on_mul = true, .gives_float = gives_float(i.mul_op)});
  }

  void read(Instruction& i, const Operation* add, const Operation* mul) {
    Ports ports(pack_.pm());
    if (mul) ports.rotate(mul->part->rotation);
    if (add) read(ports, *add, i.add_a, i.add_b, takes_floats(i.add_op));
    if (mul) read(ports, *mul, i.mul_a, i.mul_b, takes_floats(i.mul_op));
    for (const Part& part : parts_)
      if (part.kind == Part::Kind::Read) ports.add(part.sources.front(), nullptr, false);
    ports.place(i);
    pack_.apply(i);
  }

  static void read(Ports& ports, const Operation& operation, Mux& a, Mux& b, bool wants_float) {
    if (operation.sources.size() > 0) ports.add(operation.sources[0], &a, wants_float);
    if (operation.sources.size() > 1) ports.add(operation.sources[1], &b, wants_float);
  }

  static void signal(Instruction& i, const Part& part) {
    if (i.kind == Kind::AluSmallImmediate)
      throw SourceFault{"an immediate or a rotation leaves no bits for a signal; put it on another line", part.column};
    if (i.signal != Signal::None) throw SourceFault{"an instruction gives one signal, this is the second", part.column};
    i.signal = part.signal;
  }

  const std::vector<Part>& parts_;
  std::vector<Part> alu_parts_;
  std::vector<std::vector<Operation>> ways_;
  bool set_flags_ = false;
  PackChoice pack_;
  std::optional<Instruction> result_;
  std::optional<SourceFault> complaint_, warning_;
};

}  // namespace

AluWord pack_alu(const std::vector<Part>& parts) { return WordBuilder(parts).pack(); }

}  // namespace qpu::assembly

// SPDX-License-Identifier: MIT
#include "qpu/assembler/packing.h"

#include <algorithm>

#include "qpu/assembler/alu_word.h"
#include "qpu/assembler/destinations.h"
#include "qpu/assembler/fault.h"
#include "qpu/small_immediate.h"

namespace qpu::assembly {
namespace {

bool is_alone(const Part& part) { return part.kind == Part::Kind::Load || part.kind == Part::Kind::Branch; }

// A nop next to an instruction that fills the word changes nothing.
std::vector<Part> without_nops(std::vector<Part> parts) {
  std::erase_if(parts, [](const Part& part) { return part.is_idle(); });
  return parts;
}

bool has_destinations(const Part& part, std::size_t count) { return part.destinations.size() == count; }

bool same_immediate(const std::vector<Part>& parts) {
  const Source& first = parts.front().sources.front();
  return std::ranges::all_of(parts, [&](const Part& part) {
    const Source& source = part.sources.front();
    return source.immediate == first.immediate && source.is_address == first.is_address;
  });
}

// A single move of a number is always a load. Two moves of the same number are a load if no small
// immediate has the value, and for zero: that is the word Broadcom's assembler makes of `mov ra0, 0; mov rb0, 0`
// (reference 10.4).
bool should_be_loaded(const std::vector<Part>& moves) {
  if (!std::ranges::all_of(moves, [](const Part& part) { return part.moves_immediate() && !part.rotation; }))
    return false;
  if (moves.size() == 1) return true;
  const std::uint32_t value = *moves.front().sources.front().immediate;
  const bool one_each =
      moves.size() == 2 && std::ranges::all_of(moves, [](const Part& p) { return has_destinations(p, 1); });
  return one_each && same_immediate(moves) &&
         (value == 0 || !small_immediate_code(value) || moves.front().sources.front().is_address);
}

Part as_load(const std::vector<Part>& moves) {
  Part load = moves.front();
  load.kind = Part::Kind::Load;
  load.immediate = *load.sources.front().immediate;
  load.is_address = load.sources.front().is_address;
  load.sources.clear();
  for (std::size_t i = 1; i < moves.size(); ++i) {
    load.destinations.push_back(moves[i].destinations.front());
    load.set_flags = load.set_flags || moves[i].set_flags;
  }
  return load;
}

// A load immediate or a semaphore: one value for up to two destinations.
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

Packed pack_branch(const Part& part) {
  Instruction i;
  i.kind = Kind::Branch;
  i.branch_condition = part.branch_condition;
  i.relative = part.relative;
  i.with_register = part.branch_register.has_value();
  i.branch_register = part.branch_register.value_or(0);
  i.immediate = part.immediate;
  for (const Destination& link : part.destinations)
    if (link.pack || link.condition) throw SourceFault{"the link is stored unchanged, without suffixes", link.column};
  write_to(i, part.destinations);
  return {i, part.branch_target, part.is_address, std::nullopt};
}

Packed pack_alone(const std::vector<Part>& parts) {
  if (parts.size() > 1) {
    const auto other = std::ranges::find_if_not(parts, is_alone);
    const bool signal = other != parts.end() && other->kind == Part::Kind::Signal;
    throw SourceFault{signal
                          ? "an immediate or a branch leaves no bits for a signal; put it on another line"
                          : "an immediate, a semaphore or a branch fills the instruction; put the rest on another line",
                      parts.back().column};
  }
  const Part& part = parts.front();
  return part.kind == Part::Kind::Branch ? pack_branch(part) : pack_load(part);
}

}  // namespace

Packed pack(const std::vector<Part>& parts) {
  const std::vector<Part> busy = without_nops(parts);
  if (!busy.empty() && should_be_loaded(busy)) return pack_load(as_load(busy));
  if (std::ranges::any_of(busy, is_alone)) return pack_alone(busy);
  AluWord word = pack_alu(parts);
  return {word.instruction, std::nullopt, false, std::move(word.warning)};
}

}  // namespace qpu::assembly

// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "qpu/assembler/suffixes.h"
#include "qpu/assembler/value.h"
#include "qpu/instruction.h"

namespace qpu::assembly {

// A destination, as written in a part.
struct Destination {
  Register place;
  std::optional<Format> pack;
  std::optional<Condition> condition;
  std::uint32_t column = 0;
};

// A register to read, or a number.
struct Source {
  std::optional<std::uint32_t> immediate;
  bool is_address = false;  // of the immediate: a distance from the start of the output
  Register place;
  std::optional<Format> unpack;
  std::uint32_t column = 0;
};

// One of the up to three parts of an instruction, as written, before its encoding is chosen.
struct Part {
  enum class Kind : std::uint8_t { Alu, Load, Branch, Signal, Read };
  Kind kind = Kind::Alu;
  std::uint32_t column = 0;
  bool set_flags = false;
  std::vector<Destination> destinations;
  std::vector<Source> sources;

  // Alu: the operation on either side; a move is an `or` or a `v8min` for now.
  bool is_move = false;
  std::optional<AddOp> add_op;
  std::optional<MulOp> mul_op;
  bool prefers_mul = false;
  Rotation rotation;

  // Load: which kind, and what; relocated if it is an address.
  qpu::Kind load = qpu::Kind::LoadImmediate;
  std::uint32_t immediate = 0;
  bool is_address = false;

  // Branch; immediate, is_address and destinations as above
  bool relative = false;
  BranchCondition branch_condition = BranchCondition::Always;
  std::optional<std::uint8_t> branch_register;
  std::optional<std::int64_t> branch_target;

  Signal signal = Signal::None;

  bool is_idle() const {  // a nop that does nothing at all
    return kind == Kind::Alu && add_op.value_or(AddOp::Nop) == AddOp::Nop &&
           mul_op.value_or(MulOp::Nop) == MulOp::Nop && destinations.empty() && !set_flags;
  }
  bool moves_immediate() const { return kind == Kind::Alu && is_move && sources.front().immediate.has_value(); }
};

}  // namespace qpu::assembly

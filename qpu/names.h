// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "qpu/instruction.h"

// Every name of the language, each in one table (reference 2.2 to 2.8, 10.6).
namespace qpu {

// The first name of each, as the disassembler writes it. Empty for reserved operations.
std::string_view name_of(AddOp op);
std::string_view name_of(MulOp op);
std::string_view name_of(Signal signal);              // empty for Signal::None
std::string_view name_of(Condition condition);        // "ifz"; empty for Always
std::string_view name_of(BranchCondition condition);  // "allz"; empty for Always and reserved codes

std::optional<AddOp> add_op_named(std::string_view name);
std::optional<MulOp> mul_op_named(std::string_view name);
std::optional<Signal> signal_named(std::string_view name);
std::optional<Condition> condition_named(std::string_view name);               // "ifz", "ifzs", "z", "never"
std::optional<BranchCondition> branch_condition_named(std::string_view name);  // "allz", "anync"

bool is_unary(AddOp op);      // uses operand A only
bool takes_floats(AddOp op);  // its operands are unpacked to floats (reference 2.13)
bool takes_floats(MulOp op);
bool gives_float(AddOp op);  // its result is packed from a float
bool gives_float(MulOp op);

// A register outside the files and the accumulators. Where the two spaces differ, only one of the flags is set.
struct PeripheralName {
  std::string_view name;
  std::uint8_t address;
  bool read_a = false, read_b = false, write_a = false, write_b = false;
};

// Aliases of a register are adjacent, the usual name first.
std::span<const PeripheralName> peripherals();

// The disassembler's name of an address read through, or written to, file 'a' or 'b': ra5, r0, vw_setup, or ra33 for
// an address without a name.
std::string read_name(char file, std::uint8_t address);
std::string write_name(char file, std::uint8_t address);
std::string name_of(Mux mux, const Instruction& instruction);  // r3, ra5, unif, -7, 0.5

}  // namespace qpu

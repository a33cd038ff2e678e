// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

#include "qpu/instruction.h"

// The values an expression can have (reference 10.1, 10.6).
namespace qpu::assembly {

struct Undefined {  // a macro argument that was not given
  friend bool operator==(Undefined, Undefined) = default;
};

struct Faulty {  // its definition was invalid and has been reported; uses of it are not reported
  friend bool operator==(Faulty, Faulty) = default;
};

// A register as source or destination: which ports and spaces reach it under this address.
struct Register {
  enum class Kind : std::uint8_t { Accumulator, FileA, FileB, Peripheral, Nowhere };
  Kind kind = Kind::Nowhere;
  std::uint8_t address = kNowhere;  // an accumulator: 0 to 5
  bool read_a = false, read_b = false, write_a = true, write_b = true;
  friend bool operator==(const Register&, const Register&) = default;
};

// Lanes move upwards by an amount, or by the value of r5.
struct Rotation {
  int lanes = 0;  // 0 to 15
  bool by_r5 = false;
  explicit operator bool() const { return lanes != 0 || by_r5; }
  friend bool operator==(const Rotation&, const Rotation&) = default;
};

struct RegisterOperand {
  Register place;
  Rotation rotation;
  std::string suffixes;  // ".16a.setf", interpreted by the instruction
  friend bool operator==(const RegisterOperand&, const RegisterOperand&) = default;
};

struct LabelAddress {
  std::int64_t address = 0;  // bytes from the start of the output
  friend bool operator==(LabelAddress, LabelAddress) = default;
};

struct PerLane {
  std::uint32_t bits = 0;
  bool is_signed = false;
  friend bool operator==(PerLane, PerLane) = default;
};

struct SemaphoreAccess {
  bool acquires = false;
  std::uint8_t number = 0;
  friend bool operator==(SemaphoreAccess, SemaphoreAccess) = default;
};

using Value =
    std::variant<std::int64_t, double, RegisterOperand, LabelAddress, PerLane, SemaphoreAccess, Undefined, Faulty>;

// The register of this name, also sacq0 to srel15; nullopt for a number out of range (ra64).
std::optional<Value> register_named(std::string_view name);
Value nowhere();

// "a register", "an integer": for error texts.
std::string kind_of_value(const Value& value);

// These throw SourceFault, without a column, if the value is of another kind.
std::int64_t integer_of(const Value& value);  // an integral float and a label count as integers
double real_of(const Value& value);
bool truth_of(const Value& value);

// The 32-bit word of a number: the bits of a float, or an integer between -2^31 and 2^32 - 1.
std::uint32_t bits_of(const Value& value);

// The result of moving a register by n places: ra10 + 3.
RegisterOperand moved(const RegisterOperand& operand, std::int64_t places);
RegisterOperand rotated(const RegisterOperand& operand, std::int64_t lanes_upwards);

}  // namespace qpu::assembly

// SPDX-License-Identifier: MIT
#include "qpu/assembler/value.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <charconv>
#include <cmath>
#include <limits>

#include "qpu/assembler/fault.h"
#include "qpu/names.h"
#include "qpu/registers.h"

namespace qpu::assembly {
namespace {

constexpr int kAccumulators = 6, kAddresses = 64, kSemaphores = 16;
constexpr double kTwoTo63 = 9223372036854775808.0;

Register accumulator(int number) {
  Register r{Register::Kind::Accumulator, static_cast<std::uint8_t>(number), false, false, number < 4, number < 4};
  // Plain r5 as a destination: the chip has only r5quad (A) and r5rep (B); r5rep, all lanes alike, is what is usually
  // meant.
  if (number == 5) r.write_b = true;
  return r;
}

Register in_file(bool a, int address) {
  return {a ? Register::Kind::FileA : Register::Kind::FileB, static_cast<std::uint8_t>(address), a, !a, a, !a};
}

// The number after a prefix, if it is below the limit and has no leading zeros.
std::optional<int> number_after(std::string_view name, std::string_view prefix, int limit) {
  if (!name.starts_with(prefix)) return std::nullopt;
  name.remove_prefix(prefix.size());
  int number = 0;
  const auto [end, error] = std::from_chars(name.data(), name.data() + name.size(), number);
  const bool whole = error == std::errc() && end == name.data() + name.size() && name.front() != '-';
  return whole && number < limit && (name.size() == 1 || name.front() != '0') ? std::optional(number) : std::nullopt;
}

// All spaces in which a peripheral has this name.
std::optional<Register> peripheral_named(std::string_view name) {
  for (const PeripheralName& p : peripherals())
    if (p.name == name)
      return Register{Register::Kind::Peripheral, p.address, p.read_a, p.read_b, p.write_a, p.write_b};
  return std::nullopt;
}

}  // namespace

std::optional<Value> register_named(std::string_view name) {
  if (const auto n = number_after(name, "ra", kAddresses)) return RegisterOperand{in_file(true, *n), {}, {}};
  if (const auto n = number_after(name, "rb", kAddresses)) return RegisterOperand{in_file(false, *n), {}, {}};
  if (const auto n = number_after(name, "r", kAccumulators)) return RegisterOperand{accumulator(*n), {}, {}};
  if (const auto n = number_after(name, "sacq", kSemaphores))
    return SemaphoreAccess{true, static_cast<std::uint8_t>(*n)};
  if (const auto n = number_after(name, "srel", kSemaphores))
    return SemaphoreAccess{false, static_cast<std::uint8_t>(*n)};
  if (const auto r = peripheral_named(name)) return RegisterOperand{*r, {}, {}};
  return std::nullopt;
}

Value nowhere() { return RegisterOperand{}; }

std::string kind_of_value(const Value& value) {
  static constexpr const char* kKinds[] = {"an integer",          "a floating-point number",
                                           "a register",          "a label",
                                           "a list of 16 values", "a semaphore",
                                           "undefined",           "undefined"};
  return kKinds[value.index()];
}

std::int64_t integer_of(const Value& value) {
  if (const auto* integer = std::get_if<std::int64_t>(&value)) return *integer;
  if (const auto* label = std::get_if<LabelAddress>(&value)) return label->address;
  const auto* real = std::get_if<double>(&value);
  if (real && *real == std::floor(*real) && *real >= -kTwoTo63 && *real < kTwoTo63)
    return static_cast<std::int64_t>(*real);
  throw SourceFault{fmt::format("expected an integer here, not {}", kind_of_value(value))};
}

double real_of(const Value& value) {
  if (const auto* real = std::get_if<double>(&value)) return *real;
  if (const auto* integer = std::get_if<std::int64_t>(&value)) return static_cast<double>(*integer);
  throw SourceFault{fmt::format("expected a number here, not {}", kind_of_value(value))};
}

bool truth_of(const Value& value) {
  if (const auto* real = std::get_if<double>(&value)) return *real != 0;
  return integer_of(value) != 0;
}

std::uint32_t bits_of(const Value& value) {
  if (const auto* real = std::get_if<double>(&value)) return std::bit_cast<std::uint32_t>(static_cast<float>(*real));
  const std::int64_t integer = integer_of(value);
  if (integer < std::numeric_limits<std::int32_t>::min() || integer > std::numeric_limits<std::uint32_t>::max())
    throw SourceFault{fmt::format("{} does not fit into 32 bits", integer)};
  return static_cast<std::uint32_t>(integer);
}

RegisterOperand moved(const RegisterOperand& operand, std::int64_t places) {
  const Register& r = operand.place;
  if (r.kind == Register::Kind::Peripheral || r.kind == Register::Kind::Nowhere)
    throw SourceFault{"an offset is valid only for ra, rb and r0 to r5, as in ra10 + 3"};
  const bool accumulates = r.kind == Register::Kind::Accumulator;
  const int limit = accumulates ? kAccumulators : kAddresses;
  if (places < -limit || places > limit || r.address + places < 0 || r.address + places >= limit)
    throw SourceFault{fmt::format("this is beyond the last register, {}{}", accumulates ? "r" : "ra or rb", limit - 1)};
  const int address = static_cast<int>(r.address + places);
  RegisterOperand result = operand;
  result.place = accumulates ? accumulator(address) : in_file(r.kind == Register::Kind::FileA, address);
  return result;
}

RegisterOperand rotated(const RegisterOperand& operand, std::int64_t lanes_upwards) {
  if (operand.rotation.by_r5) throw SourceFault{"a rotation by r5 cannot be rotated further"};
  RegisterOperand result = operand;
  result.rotation.lanes = static_cast<int>((operand.rotation.lanes + (lanes_upwards & 15)) & 15);
  return result;
}

}  // namespace qpu::assembly

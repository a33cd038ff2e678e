// SPDX-License-Identifier: MIT
#include "qpu/assembler/operators.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <compare>

#include "qpu/assembler/fault.h"

namespace qpu::assembly {
namespace {

using Unsigned = std::uint64_t;

struct Operator {
  std::string_view symbol;
  int precedence;
  Value (*apply)(const Value&, const Value&);
};

bool is_real(const Value& value) { return std::holds_alternative<double>(value); }
const RegisterOperand* as_register(const Value& value) { return std::get_if<RegisterOperand>(&value); }
bool is_label(const Value& value) { return std::holds_alternative<LabelAddress>(value); }

// Arithmetic wraps at 64 bits.
std::int64_t wrapped(Unsigned value) { return static_cast<std::int64_t>(value); }
Unsigned bits(const Value& value) { return static_cast<Unsigned>(integer_of(value)); }

Value add(const Value& left, const Value& right) {
  if (const auto* r = as_register(left)) return moved(*r, integer_of(right));
  if (const auto* r = as_register(right)) return moved(*r, integer_of(left));
  if (is_real(left) || is_real(right)) return real_of(left) + real_of(right);
  const std::int64_t sum = wrapped(bits(left) + bits(right));
  return is_label(left) != is_label(right) ? Value(LabelAddress{sum}) : Value(sum);
}

std::int64_t places_between(const Register& left, const Register& right) {
  if (left.kind != right.kind) throw SourceFault{"these registers are of different files"};
  return left.address - right.address;
}

Value subtract(const Value& left, const Value& right) {
  const auto* r = as_register(left);
  if (r && as_register(right)) return places_between(r->place, as_register(right)->place);
  if (r) return moved(*r, wrapped(-bits(right)));
  if (is_real(left) || is_real(right)) return real_of(left) - real_of(right);
  const std::int64_t difference = wrapped(bits(left) - bits(right));
  return is_label(left) && !is_label(right) ? Value(LabelAddress{difference}) : Value(difference);
}

Value multiply(const Value& left, const Value& right) {
  if (is_real(left) || is_real(right)) return real_of(left) * real_of(right);
  return wrapped(bits(left) * bits(right));
}

std::int64_t divisor(const Value& value) {
  const std::int64_t by = integer_of(value);
  if (by == 0) throw SourceFault{"division by zero"};
  return by;
}

Value divide(const Value& left, const Value& right) {
  if (is_real(left) || is_real(right)) return real_of(left) / real_of(right);
  const std::int64_t by = divisor(right);
  return by == -1 ? wrapped(-bits(left)) : integer_of(left) / by;  // -2^63 / -1 would trap
}

Value remainder(const Value& left, const Value& right) {
  if (is_real(left) || is_real(right)) return std::fmod(real_of(left), real_of(right));
  const std::int64_t by = divisor(right);
  return by == -1 ? std::int64_t{0} : integer_of(left) % by;
}

Value power(const Value& left, const Value& right) {
  if (is_real(left) || is_real(right) || integer_of(right) < 0) return std::pow(real_of(left), real_of(right));
  Unsigned result = 1, base = bits(left);
  for (Unsigned exponent = bits(right); exponent > 0; exponent >>= 1, base *= base)
    if (exponent & 1) result *= base;
  return wrapped(result);
}

bool is_r5(const Value& value) {
  const auto* r = as_register(value);
  return r && r->place.kind == Register::Kind::Accumulator && r->place.address == 5;
}

Value rotate_by_r5(const RegisterOperand& operand) {
  RegisterOperand result = operand;
  if (operand.rotation) throw SourceFault{"the chip does at most one rotation"};
  result.rotation.by_r5 = true;
  return result;
}

// Further than the width is a mistake: all that would be left is 0 or the sign.
int shift_of(const Value& value) {
  const std::int64_t by = integer_of(value);
  if (by < -63 || by > 63) throw SourceFault{fmt::format("a shift by {}; numbers have 64 bits", by)};
  return static_cast<int>(by);
}

// A register: rotation, towards lower lanes with << and higher with >> (reference 10.5). A float: its exponent.
Value shift_left(const Value& left, const Value& right) {
  if (const auto* r = as_register(left)) return is_r5(right) ? rotate_by_r5(*r) : rotated(*r, wrapped(-bits(right)));
  const int by = shift_of(right);
  if (is_real(left)) return std::ldexp(real_of(left), by);
  return by < 0 ? integer_of(left) >> -by : wrapped(bits(left) << by);
}

Value shift_right(const Value& left, const Value& right) {
  if (const auto* r = as_register(left)) return is_r5(right) ? rotate_by_r5(*r) : rotated(*r, integer_of(right));
  return shift_left(left, wrapped(-bits(right)));
}

Value shift_right_logical(const Value& left, const Value& right) {
  const int by = shift_of(right);
  return by < 0 ? wrapped(bits(left) << -by) : wrapped(bits(left) >> by);
}

Value shift_left_logical(const Value& left, const Value& right) {
  const int by = shift_of(right);
  return by < 0 ? wrapped(bits(left) >> -by) : wrapped(bits(left) << by);
}

Value rotate_left_32(const Value& left, const Value& right) {
  return std::int64_t{std::rotl(static_cast<std::uint32_t>(integer_of(left)), static_cast<int>(bits(right) & 31))};
}
Value rotate_right_32(const Value& left, const Value& right) {
  return std::int64_t{std::rotr(static_cast<std::uint32_t>(integer_of(left)), static_cast<int>(bits(right) & 31))};
}
Value rotate_left_64(const Value& left, const Value& right) {
  return wrapped(std::rotl(bits(left), static_cast<int>(bits(right) & 63)));
}
Value rotate_right_64(const Value& left, const Value& right) {
  return wrapped(std::rotr(bits(left), static_cast<int>(bits(right) & 63)));
}

std::partial_ordering order(const Value& left, const Value& right) {
  if (is_real(left) || is_real(right)) return real_of(left) <=> real_of(right);
  return integer_of(left) <=> integer_of(right);
}

bool equal(const Value& left, const Value& right) {
  if (left.index() == right.index() && !is_real(left)) return left == right;
  if (as_register(left) || as_register(right)) return false;
  return order(left, right) == 0;
}

Value truth(bool value) { return std::int64_t{value}; }

Value three_way(const Value& left, const Value& right) {
  const auto result = order(left, right);
  return std::int64_t{result > 0} - std::int64_t{result < 0};
}

template <bool (*compare)(std::partial_ordering)>
Value ordered(const Value& left, const Value& right) {
  return truth(compare(order(left, right)));
}

// Tightest first. The reference does not define the associativity of **: it is right-associative here, as in
// mathematics.
constexpr std::array kOperators = {
    Operator{"**", 12, power},
    Operator{"*", 11, multiply},
    Operator{"/", 11, divide},
    Operator{"%", 11, remainder},
    Operator{"+", 10, add},
    Operator{"-", 10, subtract},
    Operator{"<<", 9, shift_left},
    Operator{">>", 9, shift_right},
    Operator{"<<<", 9, shift_left_logical},
    Operator{">>>", 9, shift_right_logical},
    Operator{"><<", 9, rotate_left_32},
    Operator{">><", 9, rotate_right_32},
    Operator{"><<<", 9, rotate_left_64},
    Operator{">>><", 9, rotate_right_64},
    Operator{">", 8, ordered<std::is_gt>},
    Operator{">=", 8, ordered<std::is_gteq>},
    Operator{"<", 8, ordered<std::is_lt>},
    Operator{"<=", 8, ordered<std::is_lteq>},
    Operator{"<=>", 8, three_way},
    Operator{"==", 7, [](const Value& l, const Value& r) { return truth(equal(l, r)); }},
    Operator{"!=", 7, [](const Value& l, const Value& r) { return truth(!equal(l, r)); }},
    Operator{"===", 7, [](const Value& l, const Value& r) { return truth(l == r); }},
    Operator{"!==", 7, [](const Value& l, const Value& r) { return truth(!(l == r)); }},
    Operator{"&", 6, [](const Value& l, const Value& r) -> Value { return wrapped(bits(l) & bits(r)); }},
    Operator{"^", 5, [](const Value& l, const Value& r) -> Value { return wrapped(bits(l) ^ bits(r)); }},
    Operator{"!^", 5, [](const Value& l, const Value& r) -> Value { return wrapped(~(bits(l) ^ bits(r))); }},
    Operator{"|", 4, [](const Value& l, const Value& r) -> Value { return wrapped(bits(l) | bits(r)); }},
    Operator{"&&", 3, [](const Value& l, const Value& r) { return truth(truth_of(l) && truth_of(r)); }},
    Operator{"^^", 2, [](const Value& l, const Value& r) { return truth(truth_of(l) != truth_of(r)); }},
    Operator{"!^^", 2, [](const Value& l, const Value& r) { return truth(truth_of(l) == truth_of(r)); }},
    Operator{"||", 1, [](const Value& l, const Value& r) { return truth(truth_of(l) || truth_of(r)); }},
};

struct WordOperator {
  std::string_view name;
  double (*apply)(double);
};

constexpr double kLn10 = 2.302585092994045684;

constexpr std::array kWordOperators = {
    WordOperator{"ceil", std::ceil},
    WordOperator{"floor", std::floor},
    WordOperator{"round", std::round},
    WordOperator{"trunc", std::trunc},
    WordOperator{"exp", std::exp},
    WordOperator{"exp2", std::exp2},
    WordOperator{"exp10", [](double x) { return x == std::floor(x) ? std::pow(10, x) : std::exp(x * kLn10); }},
    WordOperator{"log", std::log},
    WordOperator{"log2", std::log2},
    WordOperator{"log10", std::log10},
    WordOperator{"sqrt", std::sqrt},
    WordOperator{"cbrt", std::cbrt},
    WordOperator{"sin", std::sin},
    WordOperator{"cos", std::cos},
    WordOperator{"tan", std::tan},
    WordOperator{"asin", std::asin},
    WordOperator{"acos", std::acos},
    WordOperator{"atan", std::atan},
    WordOperator{"sinh", std::sinh},
    WordOperator{"cosh", std::cosh},
    WordOperator{"tanh", std::tanh},
    WordOperator{"asinh", std::asinh},
    WordOperator{"acosh", std::acosh},
    WordOperator{"atanh", std::atanh},
};

const Operator* find_operator(std::string_view symbol) {
  const auto found = std::ranges::find(kOperators, symbol, &Operator::symbol);
  return found == kOperators.end() ? nullptr : &*found;
}

const WordOperator* find_word_operator(std::string_view name) {
  const auto found = std::ranges::find(kWordOperators, name, &WordOperator::name);
  return found == kWordOperators.end() ? nullptr : &*found;
}

Value absolute(const Value& value) {
  if (is_real(value)) return std::fabs(real_of(value));
  const std::int64_t integer = integer_of(value);
  return integer < 0 ? wrapped(-bits(value)) : integer;
}

}  // namespace

std::optional<int> precedence_of(std::string_view symbol) {
  const Operator* found = find_operator(symbol);
  return found ? std::optional(found->precedence) : std::nullopt;
}

bool associates_right(std::string_view symbol) { return symbol == "**"; }

Value apply_binary(std::string_view symbol, const Value& left, const Value& right) {
  return find_operator(symbol)->apply(left, right);
}

Value apply_unary(std::string_view symbol, const Value& value) {
  if (symbol == "!") return truth(!truth_of(value));
  if (symbol == "~") return wrapped(~bits(value));
  if (symbol == "+") return value;
  return is_real(value) ? Value(-real_of(value)) : Value(wrapped(-bits(value)));
}

bool is_word_operator(std::string_view name) { return name == "abs" || find_word_operator(name); }

Value apply_word_operator(std::string_view name, const Value& value) {
  return name == "abs" ? absolute(value) : Value(find_word_operator(name)->apply(real_of(value)));
}

}  // namespace qpu::assembly

// SPDX-License-Identifier: MIT
#include "qpu/assembler/expression.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "qpu/assembler/builtins.h"
#include "qpu/assembler/fault.h"
#include "qpu/assembler/operators.h"

namespace qpu::assembly {
namespace {

using TokenKind = Token::Kind;

// Errors inside are reported at the token.
template <typename Action>
auto blaming(const Token& token, Action action) {
  try {
    return action();
  } catch (SourceFault& fault) {
    if (fault.column == 0) fault.column = token.column;
    throw;
  }
}

bool ends_operand(const Token& token) {
  constexpr std::string_view kEnds = ",;)]";
  return token.kind == TokenKind::End ||
         (token.kind == TokenKind::Symbol && kEnds.find(token.text) != std::string_view::npos);
}

bool begins_operand(const Token& token, const Token& following) {
  if (token.kind == TokenKind::Symbol)
    return token.text == "(" ||
           ((token.text == "-" || token.text == "+" || token.text == "~") && !ends_operand(following));
  return token.kind == TokenKind::Integer || token.kind == TokenKind::Float ||
         token.kind == TokenKind::LabelReference ||
         (token.kind == TokenKind::Identifier && !token.text.starts_with('.'));
}

class Evaluator {
 public:
  Evaluator(Environment& environment, Cursor& cursor) : environment_(environment), cursor_(cursor) {}

  Value expression() {
    Value value = binary(0);
    append_suffix(value);
    return value;
  }

 private:
  Value binary(int weakest) {
    Value left = unary();
    while (cursor_.peek().kind == TokenKind::Symbol) {
      const Token& symbol = cursor_.peek();
      const auto precedence = precedence_of(symbol.text);
      if (!precedence || *precedence < weakest) break;
      cursor_.take();
      const Value right = binary(*precedence + !associates_right(symbol.text));
      left = blaming(symbol, [&] { return apply_binary(symbol.text, left, right); });
    }
    return left;
  }

  Value unary() {
    const Nesting nesting(environment_.depth());
    environment_.step();
    const Token& token = cursor_.peek();
    if (cursor_.at("-") && ends_operand(cursor_.following())) return cursor_.take(), nowhere();
    if (!cursor_.at("-") && !cursor_.at("+") && !cursor_.at("~") && !cursor_.at("!")) return primary();
    cursor_.take();
    const Value value = unary();
    return blaming(token, [&] { return apply_unary(token.text, value); });
  }

  Value primary() {
    const Token& token = cursor_.take();
    Value value = blaming(token, [&] { return primary_at(token); });
    append_suffix(value);
    return value;
  }

  Value primary_at(const Token& token) {
    switch (token.kind) {
      case TokenKind::Integer:
        return token.integer;
      case TokenKind::Float:
        return token.real;
      case TokenKind::LabelReference:
        return label(token.text);
      case TokenKind::Identifier:
        return identifier(token);
      case TokenKind::Invalid:
        throw SourceFault{std::string(token.text)};
      case TokenKind::End:
        throw SourceFault{"an operand is missing here"};
      default:
        return bracket(token);
    }
  }

  Value bracket(const Token& token) {
    if (token.text == "[" && token.kind == TokenKind::Symbol) return per_lane();
    if (token.text != "(" || token.kind != TokenKind::Symbol)
      throw SourceFault{fmt::format("expected an operand here, not '{}'", token.text)};
    Value value = binary(0);
    append_suffix(value);
    cursor_.expect(")");
    return value;
  }

  // .16a, right behind a register that is more than a name: (ra_x + 1).16a
  void append_suffix(Value& value) {
    auto* operand = std::get_if<RegisterOperand>(&value);
    const Token& token = cursor_.peek();
    if (operand && token.kind == TokenKind::Identifier && token.text.starts_with('.'))
      operand->suffixes += cursor_.take().text;
  }

  Value label(std::string_view name) {
    if (const auto address = environment_.labels().find(name)) return LabelAddress{*address};
    if (environment_.labels().is_first_pass()) return LabelAddress{};
    throw SourceFault{fmt::format("unknown label {}{}", name, suggestion(name, environment_.labels().names()))};
  }

  Value identifier(const Token& token) {
    if (const Value* value = environment_.symbols().find(token.text)) return checked(token.text, *value);
    auto& functions = environment_.symbols().functions();
    if (const auto function = functions.find(token.text); function != functions.end() && cursor_.at("("))
      return call(function->first, Function(function->second));
    if (is_builtin(token.text) && cursor_.at("(")) return call_builtin(token.text, arguments());
    if (is_word_operator(token.text) && begins_operand(cursor_.peek(), cursor_.following()))
      return apply_word_operator(token.text, unary());
    if (const auto value = register_named(token.text)) return *value;
    if (auto value = with_suffixes(token.text)) return *value;
    return bare_label(token.text);
  }

  Value checked(std::string_view name, const Value& value) {
    if (std::holds_alternative<Undefined>(value)) throw SourceFault{fmt::format("argument {} was not given", name)};
    if (std::holds_alternative<Faulty>(value)) throw SourceFault{};
    return value;
  }

  // ra_x.16a: the longest part of the name that is a register, then its suffixes.
  std::optional<Value> with_suffixes(std::string_view name) {
    for (std::size_t dot = name.rfind('.'); dot != std::string_view::npos && dot > 0; dot = name.rfind('.', dot - 1)) {
      const std::string_view stem = name.substr(0, dot);
      const Value* symbol = environment_.symbols().find(stem);
      auto value = symbol ? std::optional(checked(stem, *symbol)) : register_named(stem);
      if (!value) continue;
      auto* operand = std::get_if<RegisterOperand>(&*value);
      if (!operand) return std::nullopt;
      operand->suffixes += name.substr(dot);
      return value;
    }
    return std::nullopt;
  }

  Value bare_label(std::string_view name) {
    if (const auto address = environment_.labels().find(name)) return LabelAddress{*address};
    if (environment_.labels().is_first_pass()) return LabelAddress{};
    throw SourceFault{fmt::format("{} is not defined{}", name, suggestion(name, environment_.symbols().names()))};
  }

  std::vector<Value> arguments() {
    cursor_.expect("(");
    auto values = evaluate_list(environment_, cursor_);
    cursor_.expect(")");
    return values;
  }

  Value call(const std::string& name, const Function& function) {
    const std::vector<Value> values = arguments();
    if (values.size() != function.parameters.size())
      throw SourceFault{
          fmt::format("{} takes {} argument(s), not {}", name, function.parameters.size(), values.size())};
    const Nesting nesting(environment_.depth());
    const LocalScope scope(environment_.symbols());
    for (std::size_t i = 0; i < values.size(); ++i) environment_.symbols().set_local(function.parameters[i], values[i]);
    if (function.expression.empty()) return environment_.run_function(function);
    Cursor body(function.expression.data());
    Value value = Evaluator(environment_, body).expression();
    if (!body.at_end()) throw SourceFault{fmt::format("the expression of {} continues after its end", name)};
    return value;
  }

  // [v0, ..., v15] (reference 10.1)
  Value per_lane() {
    std::vector<Value> values = evaluate_list(environment_, cursor_);
    cursor_.expect("]");
    if (values.size() != kLanes) throw SourceFault{fmt::format("expected 16 values, these are {}", values.size())};
    PerLane result;
    for (int lane = 0; lane < kLanes; ++lane) {
      const std::int64_t value = integer_of(values[lane]);
      result.is_signed = result.is_signed || value < 0;
      result.bits |= static_cast<std::uint32_t>(value & 1) << lane | static_cast<std::uint32_t>(value >> 1 & 1)
                                                                         << (lane + 16);
    }
    const std::int64_t lowest = result.is_signed ? -2 : 0, highest = result.is_signed ? 1 : 3;
    if (std::ranges::any_of(values, [&](const Value& v) { return integer_of(v) < lowest || integer_of(v) > highest; }))
      throw SourceFault{"expected values of two bits: 0 to 3, or -2 to 1"};
    return result;
  }

  Environment& environment_;
  Cursor& cursor_;
};

constexpr int kDeepest = 200;

// Edit distance: how many letters have to be changed, inserted or removed to turn one name into the other.
std::size_t distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) row[j] = j;
  for (std::size_t i = 0; i < a.size(); ++i) {
    std::size_t diagonal = row[0]++;
    for (std::size_t j = 0; j < b.size(); ++j) {
      const std::size_t above = row[j + 1];
      row[j + 1] = std::min({above + 1, row[j] + 1, diagonal + (a[i] != b[j])});
      diagonal = above;
    }
  }
  return row[b.size()];
}

}  // namespace

Nesting::Nesting(int& depth) : depth_(depth) {
  if (depth_ >= kDeepest)
    throw SourceFault{fmt::format("nested deeper than {} levels: does it contain itself?", kDeepest)};
  ++depth_;
}

void Cursor::expect(std::string_view symbol) {
  if (skip(symbol)) return;
  if (peek().kind == TokenKind::Invalid) throw SourceFault{std::string(peek().text), peek().column};
  throw SourceFault{fmt::format("'{}' is missing here", symbol), peek().column};
}

void Cursor::expect_end() const {
  if (at_end()) return;
  if (peek().kind == TokenKind::Invalid) throw SourceFault{std::string(peek().text), peek().column};
  throw SourceFault{fmt::format("unexpected '{}'", peek().text), peek().column};
}

std::string Cursor::name() {
  if (peek().kind != TokenKind::Identifier) throw SourceFault{"expected a name here", peek().column};
  return std::string(take().text);
}

Value evaluate(Environment& environment, Cursor& cursor) { return Evaluator(environment, cursor).expression(); }

std::vector<Value> evaluate_list(Environment& environment, Cursor& cursor) {
  std::vector<Value> values;
  if (ends_operand(cursor.peek()) && !cursor.at(",")) return values;
  do {
    const bool empty = cursor.at(",") || (ends_operand(cursor.peek()) && !values.empty());
    values.push_back(empty ? Value(Undefined{}) : evaluate(environment, cursor));
  } while (cursor.skip(","));
  return values;
}

std::string suggestion(std::string_view name, const std::vector<std::string>& names) {
  constexpr std::size_t kLongest = 64;  // longer names would take too long
  std::size_t nearest = name.size() / 3 + 1;
  std::string_view best;
  for (const std::string& candidate : names) {
    if (candidate.size() > kLongest || name.size() > kLongest) continue;
    const std::size_t d = distance(name, candidate);
    if (d < nearest || (d == nearest && best.empty())) nearest = d, best = candidate;
  }
  return best.empty() ? std::string() : fmt::format("; did you mean {}?", best);
}

}  // namespace qpu::assembly

// SPDX-License-Identifier: MIT
#include "qpu/assembler/lexer.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdlib>

namespace qpu::assembly {
namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
bool is_name(char c) { return is_letter(c) || is_digit(c) || c == '.'; }
bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\f' || c == '\v'; }

// The longest match counts, so the longest come first.
constexpr std::array<std::string_view, 40> kSymbols = {
    "><<<", ">>><", "!^^", "===", "!==", "<=>", "<<<", ">>>", "><<", ">><", "**", "<<", ">>", ">=",
    "<=",   "==",   "!=",  "!^",  "^^",  "&&",  "||",  "+",   "-",   "*",   "/",  "%",  "<",  ">",
    "&",    "|",    "^",   "~",   "!",   "(",   ")",   "[",   "]",   ",",   ";",  ":"};

class Lexer {
 public:
  explicit Lexer(std::string_view line) : line_(line) {}

  std::vector<Token> run() {
    skip_blanks();
    while (label_definition()) skip_blanks();
    while (!at_end()) {
      token();
      skip_blanks();
    }
    add(Token::Kind::End, position_, position_);
    return std::move(tokens_);
  }

 private:
  char at(std::size_t position) const { return position < line_.size() ? line_[position] : '\0'; }
  bool at_end() const { return position_ >= line_.size() || line_[position_] == '#'; }
  void skip_blanks() {
    while (position_ < line_.size() && is_blank(line_[position_])) ++position_;
  }

  std::size_t end_of_name(std::size_t position) const {
    while (is_name(at(position))) ++position;
    return position;
  }

  Token& add(Token::Kind kind, std::size_t first, std::size_t last) {
    Token& token = tokens_.emplace_back();
    token.kind = kind;
    token.text = line_.substr(first, last - first);
    token.column = static_cast<std::uint32_t>(position_ + 1);
    token.end = static_cast<std::uint32_t>(last + 1);
    position_ = last;
    return token;
  }

  void invalid(std::size_t last, std::string_view reason) { add(Token::Kind::Invalid, position_, last).text = reason; }

  // Only at the start of a line: name:  :name  ::name. The name may be missing; then the text is empty.
  bool label_definition() {
    if (at(position_) == ':') {
      const bool exported = at(position_ + 1) == ':';
      const std::size_t first = position_ + 1 + exported;
      add(exported ? Token::Kind::ExportedLabel : Token::Kind::LabelDefinition, first, end_of_name(first));
      return true;
    }
    const std::size_t last = end_of_name(position_);
    if (last == position_ || at(last) != ':') return false;
    add(Token::Kind::LabelDefinition, position_, last);
    ++position_;  // the colon
    return true;
  }

  bool label_reference() {
    const std::size_t colon = position_ + (at(position_) == 'r');
    if (at(colon) != ':' || !is_name(at(colon + 1))) return false;
    add(Token::Kind::LabelReference, colon + 1, end_of_name(colon + 1));
    return true;
  }

  void token() {
    const char c = at(position_);
    if (label_reference()) return;
    if (is_digit(c) || (c == '.' && is_digit(at(position_ + 1)) && !touches_previous())) return number();
    if (is_letter(c) || c == '.') return (void)add(Token::Kind::Identifier, position_, end_of_name(position_));
    if (c == '"') return string();
    symbol();
  }

  // A dot right after something is a suffix: (ra_x+1).16a
  bool touches_previous() const { return !tokens_.empty() && tokens_.back().end == position_ + 1; }

  void string() {
    const std::size_t last = line_.find('"', position_ + 1);
    if (last == std::string_view::npos) return invalid(line_.size(), "the closing \" is missing");
    const std::size_t first = position_ + 1;
    add(Token::Kind::String, first, last).end++;
    ++position_;
  }

  void symbol() {
    const auto found = std::ranges::find_if(
        kSymbols, [&](std::string_view symbol) { return line_.substr(position_).starts_with(symbol); });
    if (found == kSymbols.end()) return invalid(position_ + 1, "unexpected character");
    add(Token::Kind::Symbol, position_, position_ + found->size());
  }

  void number() {
    const std::size_t digits = end_of_digits(position_);
    if (at(position_) == '0' && digits == position_ + 1) {
      if (const int base = base_of(at(digits))) return integer(digits + 1, end_of_name(digits + 1), base);
    }
    const std::size_t real_end = end_of_float(digits);
    if (real_end != digits) return real(real_end);
    integer(position_, digits, 10);
  }

  std::size_t end_of_digits(std::size_t position) const {
    while (is_digit(at(position))) ++position;
    return position;
  }

  // A leading zero alone is decimal, as vc4asm has it.
  static int base_of(char prefix) {
    switch (prefix) {
      case 'x':
      case 'X':
        return 16;
      case 'b':
      case 'B':
        return 2;
      case 'o':
      case 'O':
        return 8;
      case 'd':
      case 'D':
        return 10;
      default:
        return 0;
    }
  }

  // The end of fraction and exponent; the start if a suffix follows, as in ra_x+1.16a, or nothing.
  std::size_t end_of_float(std::size_t digits) const {
    std::size_t end = digits;
    if (at(end) == '.') end = end_of_digits(end + 1);
    if (at(end) == 'e' || at(end) == 'E') {
      const std::size_t exponent = end + 1 + (at(end + 1) == '-' || at(end + 1) == '+');
      if (is_digit(at(exponent))) end = end_of_digits(exponent);
    }
    return is_name(at(end)) ? digits : end;
  }

  void real(std::size_t end) {
    const std::string text(line_.substr(position_, end - position_));
    const double value = std::strtod(text.c_str(), nullptr);
    if (!std::isfinite(value)) return invalid(end, "this number is too large for a double");
    add(Token::Kind::Float, position_, end).real = value;
  }

  void integer(std::size_t first, std::size_t last, int base) {
    std::uint64_t value = 0;
    const std::string_view digits = line_.substr(first, last - first);
    const auto [rest, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value, base);
    if (error == std::errc::result_out_of_range) return invalid(last, "this number does not fit into 64 bits");
    const std::size_t end = first + static_cast<std::size_t>(rest - digits.data());
    if (digits.empty() || error != std::errc() || (is_name(at(end)) && at(end) != '.'))
      return invalid(end_of_name(last), "this is not a number");
    add(Token::Kind::Integer, position_, end).integer = static_cast<std::int64_t>(value);
  }

  std::string_view line_;
  std::size_t position_ = 0;
  std::vector<Token> tokens_;
};

}  // namespace

std::vector<Token> tokens_of(std::string_view line) { return Lexer(line).run(); }

}  // namespace qpu::assembly

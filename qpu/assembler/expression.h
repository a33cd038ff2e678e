// SPDX-License-Identifier: MIT
#pragma once

#include <string_view>
#include <vector>

#include "qpu/assembler/labels.h"
#include "qpu/assembler/lexer.h"
#include "qpu/assembler/symbols.h"
#include "qpu/assembler/value.h"

namespace qpu::assembly {

// The position in the tokens of a line, which end with Kind::End.
class Cursor {
 public:
  explicit Cursor(const Token* first) : token_(first) {}

  const Token& peek() const { return *token_; }
  const Token& following() const { return token_->kind == Token::Kind::End ? *token_ : token_[1]; }
  const Token& take() { return token_->kind == Token::Kind::End ? *token_ : *token_++; }
  bool at_end() const { return token_->kind == Token::Kind::End; }
  bool at(std::string_view symbol) const { return token_->kind == Token::Kind::Symbol && token_->text == symbol; }
  bool skip(std::string_view symbol) { return at(symbol) && (take(), true); }

  // Throw SourceFault at the token.
  void expect(std::string_view symbol);
  void expect_end() const;
  std::string name();  // an identifier

 private:
  const Token* token_;
};

// What expressions need from the session that runs the lines.
class Environment {
 public:
  virtual ~Environment() = default;
  virtual Symbols& symbols() = 0;
  virtual Labels& labels() = 0;
  virtual Value run_function(const Function& function) = 0;  // its parameters are set
  virtual void step() = 0;                                   // ends the assembly after too many steps
  virtual int& depth() = 0;                                  // of nested calls and expressions
};

// Nesting is counted for as long as this lives; throws SourceFault when it gets too deep.
class Nesting {
 public:
  explicit Nesting(int& depth);
  ~Nesting() { --depth_; }
  Nesting(const Nesting&) = delete;
  Nesting& operator=(const Nesting&) = delete;

 private:
  int& depth_;
};

// Reads and evaluates one expression (reference 10.7). Throws SourceFault.
Value evaluate(Environment& environment, Cursor& cursor);

// "a, b" up to the closing bracket or the end; an empty argument is Undefined.
std::vector<Value> evaluate_list(Environment& environment, Cursor& cursor);

// The most similar of the names, as "; did you mean x?", or empty if none is similar.
std::string suggestion(std::string_view name, const std::vector<std::string>& names);

}  // namespace qpu::assembly

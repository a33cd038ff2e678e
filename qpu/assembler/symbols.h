// SPDX-License-Identifier: MIT
#pragma once

#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "qpu/assembler/source_file.h"
#include "qpu/assembler/value.h"

namespace qpu::assembly {

// .set f(a, b) expression: the tokens are evaluated again at each use. .func f(a, b): the lines are.
struct Function {
  std::vector<std::string> parameters;
  std::span<const Token> expression;
  Lines body;
};

struct Macro {
  std::vector<std::string> parameters;
  Lines body;
};

// Names and their values, innermost scope first. The outermost scope is the global one.
class Symbols {
 public:
  Symbols() : scopes_(1) {}

  void enter() { scopes_.emplace_back(); }
  void leave() { scopes_.pop_back(); }

  // Throw SourceFault if the name is already a constant.
  void set_global(const std::string& name, Value value, bool constant = false) {
    set(scopes_.front(), name, value, constant);
  }
  void set_local(const std::string& name, Value value, bool constant = false) {
    set(scopes_.back(), name, value, constant);
  }

  void unset_global(const std::string& name) { scopes_.front().erase(name), functions_.erase(name); }
  void unset_local(const std::string& name) { scopes_.back().erase(name); }

  const Value* find(std::string_view name) const;
  std::optional<Value> find_local(std::string_view name) const;  // in the innermost scope
  bool defines(std::string_view name) const;  // for .ifset: a macro argument that was not given is not defined

  std::map<std::string, Function, std::less<>>& functions() { return functions_; }
  std::map<std::string, Macro, std::less<>>& macros() { return macros_; }
  std::vector<std::string> names() const;  // of everything, to suggest from

 private:
  struct Entry {
    Value value;
    bool constant = false;
  };
  using Scope = std::map<std::string, Entry, std::less<>>;
  static void set(Scope& scope, const std::string& name, const Value& value, bool constant);

  std::vector<Scope> scopes_;
  std::map<std::string, Function, std::less<>> functions_;
  std::map<std::string, Macro, std::less<>> macros_;
};

// A scope for the lifetime of this object.
class LocalScope {
 public:
  explicit LocalScope(Symbols& symbols) : symbols_(symbols) { symbols_.enter(); }
  ~LocalScope() { symbols_.leave(); }
  LocalScope(const LocalScope&) = delete;
  LocalScope& operator=(const LocalScope&) = delete;

 private:
  Symbols& symbols_;
};

}  // namespace qpu::assembly

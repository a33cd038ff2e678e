// SPDX-License-Identifier: MIT
#include "qpu/assembler/symbols.h"

#include <fmt/format.h>

#include "qpu/assembler/fault.h"

namespace qpu::assembly {

void Symbols::set(Scope& scope, const std::string& name, const Value& value, bool constant) {
  const auto [entry, is_new] = scope.try_emplace(name, Entry{value, constant});
  if (is_new) return;
  if (entry->second.constant) throw SourceFault{fmt::format("{} is a constant and keeps its value", name)};
  entry->second = {value, constant};
}

const Value* Symbols::find(std::string_view name) const {
  for (auto scope = scopes_.rbegin(); scope != scopes_.rend(); ++scope)
    if (const auto entry = scope->find(name); entry != scope->end()) return &entry->second.value;
  return nullptr;
}

std::optional<Value> Symbols::find_local(std::string_view name) const {
  const auto entry = scopes_.back().find(name);
  return entry == scopes_.back().end() ? std::nullopt : std::optional(entry->second.value);
}

bool Symbols::defines(std::string_view name) const {
  const Value* value = find(name);
  return value ? !std::holds_alternative<Undefined>(*value) : functions_.contains(name);
}

std::vector<std::string> Symbols::names() const {
  std::vector<std::string> names;
  for (const Scope& scope : scopes_)
    for (const auto& [name, entry] : scope) names.push_back(name);
  for (const auto& [name, function] : functions_) names.push_back(name);
  for (const auto& [name, macro] : macros_) names.push_back(name);
  return names;
}

}  // namespace qpu::assembly

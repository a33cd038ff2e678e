// SPDX-License-Identifier: MIT
#include "command_line/option.h"

#include <algorithm>
#include <utility>

namespace command_line {
namespace {

// Takes the names off the front of a spec.
std::vector<std::string> take_names(std::string_view& spec) {
  std::vector<std::string> names;
  while (spec.starts_with('-')) {
    const std::string_view word = spec.substr(0, spec.find(' '));
    spec.remove_prefix(std::min(word.size() + 1, spec.size()));
    names.emplace_back(word.substr(0, word.find(',')));
  }
  return names;
}

}  // namespace

ReadOption::ReadOption(Option read) : option(std::move(read)) {
  std::string_view spec = option.spec;
  names = take_names(spec);
  value_optional = option.value_optional || spec.starts_with('[');
  repeats = option.repeats || spec.ends_with("...");
  if (spec.starts_with('[')) spec = spec.substr(1, spec.find(']') - 1);
  if (is_word() && spec.ends_with("...")) spec.remove_suffix(3);
  value = spec;
}

bool ReadOption::has_name(std::string_view name) const { return std::ranges::find(names, name) != names.end(); }

}  // namespace command_line

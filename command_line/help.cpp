// SPDX-License-Identifier: MIT
#include "command_line/help.h"

#include <algorithm>

#include "command_line/arguments.h"

namespace command_line {
namespace {

constexpr std::size_t kColumns = 100;

// Words up to a width; the first of them that does not fit begins the next line.
std::string wrapped(std::string_view text, std::size_t indent) {
  std::string result;
  std::size_t column = indent;
  while (!text.empty()) {
    const std::size_t length = std::min(text.find(' '), text.size());
    const bool first = column == indent;
    if (!first && column + 1 + length > kColumns) {
      result += '\n' + std::string(indent, ' ');
      column = indent;
    } else if (!first) {
      result += ' ';
      ++column;
    }
    result += text.substr(0, length);
    column += length;
    text.remove_prefix(std::min(length + 1, text.size()));
  }
  return result + '\n';
}

}  // namespace

std::string help_entry(std::string_view left, std::string_view right, std::size_t column) {
  const std::string start = "  " + std::string(left);
  const bool fits = start.size() + 2 <= column;
  const std::string gap = fits ? std::string(column - start.size(), ' ') : '\n' + std::string(column, ' ');
  return start + gap + wrapped(right, column);
}

bool Arguments::is_shown(const Option& option, bool all) const {
  if (all || option.rare) return all;
  return option.group.empty() || short_groups.empty() || std::ranges::count(short_groups, option.group) > 0;
}

std::string Arguments::help(bool all) const {
  std::vector<std::string> groups{""};  // a command's own options first
  for (const ReadOption& read : options_)
    if (std::ranges::find(groups, read.option.group) == groups.end()) groups.push_back(read.option.group);
  std::string text = help_head + (all ? help_notes : "\n");
  for (const std::string& group : groups) {
    std::string entries;
    for (const ReadOption& read : options_)
      if (read.option.group == group && !read.option.help.empty() && is_shown(read.option, all))
        entries += help_entry(read.option.spec, read.option.help);
    const std::string heading = '\n' + group + (group.empty() ? "" : "\n");
    if (!entries.empty()) text += (all ? heading : "") + entries;
  }
  return text + help_foot;
}

}  // namespace command_line

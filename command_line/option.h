// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "command_line/accept.h"

namespace command_line {

// A flag or a word of a command line. Its spec is what the help shows, and says how it is read:
//   "-s, --strict"            a flag
//   "-o, --output PATH"       with a value: --output PATH, --output=PATH, -o PATH, -oPATH
//   "--trace [PATH]"          the value may be left out
//   "-I, --include FOLDER..." may be given more than once
//   "FILE", "[FILE]", "FILE..."   words by their place; those in brackets may be left out
struct Option {
  std::string spec;
  std::string help = "";                   // empty: the help is silent about it
  Accept accept = {};                      // gets each text; Arguments keeps them in any case
  std::string group = "";                  // under which heading the help shows it
  bool repeats = false;                    // may be given more than once, whatever the spec looks like
  bool value_optional = false;             // likewise
  bool rare = false;                       // shown by --help-all only
  std::vector<std::string> synonyms = {};  // what other programs call it, "-f": suggested, not read
};

// An option with its spec taken apart.
struct ReadOption {
  explicit ReadOption(Option read);

  bool is_word() const { return names.empty(); }
  bool has_name(std::string_view name) const;
  std::string_view name() const { return is_word() ? std::string_view(value) : names.back(); }  // for messages

  Option option;
  std::vector<std::string> names;  // "-o", "--output"
  std::string value;               // "PATH"; empty: a flag
  bool repeats, value_optional;
};

}  // namespace command_line

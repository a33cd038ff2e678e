// SPDX-License-Identifier: MIT
#pragma once

#include <deque>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "command_line/option.h"

namespace command_line {

// A command line that makes no sense. The text is for a person, and has a suggestion where there is one.
struct UsageError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

using Words = std::vector<std::string>;

// The words of a command line, and the options they are read by. They are read as getopt_long does: options and words
// in any order, short flags together (-1P), "--" before words that look like options.
class Arguments {
 public:
  struct Given {
    const ReadOption* option;
    std::string text;
  };

  // `name` is what messages call the command: "qpu run". Options before the command itself are in `before`.
  Arguments(std::string name, Words words, Words before = {});

  void add(std::vector<Option> options);

  // Reads all words. False if help or the version was asked for, which it has printed. Throws UsageError.
  bool parse();

  // After parse: what was given, in the order in which it was typed.
  const std::deque<Given>& given() const { return given_; }
  std::size_t count(std::string_view name) const;

  const std::string& name() const { return name_; }
  const std::deque<ReadOption>& options() const { return options_; }
  std::string help(bool all = true) const;  // without `all` in short: no notes, no rare options, no headings
  bool has_rare() const;                    // options

  // The index of the first of `words` that is one of these and no option's value, or the number of words if the first
  // that is not an option is another one.
  std::size_t find(const Words& words, std::span<const std::string_view> commands) const;
  [[noreturn]] void refuse(const std::string& reason) const;  // throws UsageError with where to find help

  std::string version;                             // "qpu 1.0"
  std::string help_head, help_foot;                // before and after the options
  std::string help_notes;                          // below the head, where all is shown
  std::span<const std::string_view> short_groups;  // that help in short is limited to; empty: no limit
  std::vector<std::string_view> commands;          // where an unexpected word may be a mistyped command

 private:
  const ReadOption* option_named(std::string_view name) const;
  std::optional<std::string_view> option_meant(std::string_view word) const;  // by another program's name for it
  [[noreturn]] void refuse_unknown(const std::string& word) const;
  void read(std::span<const std::string> words);
  void read_word(const std::string& word);
  void read_long(const std::string& word);
  void read_short(const std::string& word);
  std::string next_value(const ReadOption& option, std::string_view name);
  void keep(const ReadOption& option, const std::string& text);
  std::size_t count(const ReadOption& option) const;
  bool is_shown(const Option& option, bool all) const;  // in the help

  const std::string name_;
  const Words words_, before_;
  std::deque<ReadOption> options_;
  std::deque<Given> given_;
  std::span<const std::string> rest_;  // while they are read
};

}  // namespace command_line

// SPDX-License-Identifier: MIT
#include "command_line/arguments.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "command_line/nearest.h"

namespace command_line {
namespace {

// A dash alone is the standard input or output.
bool looks_like_option(std::string_view word) { return word.size() > 1 && word.starts_with('-'); }

}  // namespace

Arguments::Arguments(std::string name, Words words, Words before)
    : name_(std::move(name)), words_(std::move(words)), before_(std::move(before)) {}

void Arguments::add(std::vector<Option> options) {
  for (Option& option : options) options_.emplace_back(std::move(option));
}

void Arguments::refuse(const std::string& reason) const {
  throw UsageError(fmt::format("{}; see {} --help", reason, name_));
}

// Says what it may have been meant to be.
void Arguments::refuse_unknown(const std::string& word) const {
  std::vector<std::string_view> known = commands;
  for (const ReadOption& option : options_) known.insert(known.end(), option.names.begin(), option.names.end());
  const bool is_short = looks_like_option(word) && word[1] != '-';
  auto near = option_meant(word.substr(0, word.find('=')));
  if (!near && !is_short) near = nearest(word.substr(0, word.find('=')), known);
  const char* const kind = looks_like_option(word) ? "unknown flag"
                           : commands.empty()      ? "unexpected"
                                                   : "unknown command";
  refuse(fmt::format("{}: {}{}", word, kind, near ? fmt::format(", did you mean {}?", *near) : ""));
}

std::optional<std::string_view> Arguments::option_meant(std::string_view word) const {
  const auto is_meant = [word](const ReadOption& read) {
    return std::ranges::find(read.option.synonyms, word) != read.option.synonyms.end();
  };
  const auto found = std::ranges::find_if(options_, is_meant);
  return found == options_.end() ? std::nullopt : std::optional(found->name());
}

const ReadOption* Arguments::option_named(std::string_view name) const {
  const auto found = std::ranges::find_if(options_, [name](const ReadOption& option) { return option.has_name(name); });
  return found == options_.end() ? nullptr : &*found;
}

bool Arguments::has_rare() const {
  return std::ranges::any_of(options_, [](const ReadOption& read) { return read.option.rare; });
}

std::size_t Arguments::count(const ReadOption& option) const {
  return static_cast<std::size_t>(std::ranges::count(given_, &option, &Given::option));
}

std::size_t Arguments::count(std::string_view name) const {
  const ReadOption* const option = option_named(name);
  return option ? count(*option) : 0;
}

std::size_t Arguments::find(const Words& words, std::span<const std::string_view> wanted) const {
  const auto is_wanted = [wanted](const std::string& word) { return std::ranges::find(wanted, word) != wanted.end(); };
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (is_wanted(words[i])) return i;
    if (!looks_like_option(words[i])) break;
    const ReadOption* const option = option_named(words[i]);
    if (!option || option->value.empty() || i + 1 == words.size()) continue;
    if (!option->value_optional || (!looks_like_option(words[i + 1]) && !is_wanted(words[i + 1]))) ++i;
  }
  return words.size();
}

bool Arguments::parse() {
  given_.clear();
  read(before_);
  read(words_);
  const bool all_wanted = count("--help-all") > 0;
  if (all_wanted || count("--help") > 0) {
    fmt::print("{}", help(all_wanted || !has_rare()));
    return false;
  }
  if (count("--version") > 0) {
    fmt::print("{}\n", version);
    return false;
  }
  for (const ReadOption& option : options_)
    if (option.is_word() && !option.value_optional && count(option) == 0)
      refuse(fmt::format("{} is missing", option.value));
  return true;
}

void Arguments::read(std::span<const std::string> words) {
  const bool has_words = std::ranges::any_of(options_, &ReadOption::is_word);
  bool words_only = false;
  for (rest_ = words; !rest_.empty();) {
    const std::string& word = rest_.front();
    rest_ = rest_.subspan(1);
    if (words_only || !looks_like_option(word))
      read_word(word);
    else if (word == "--" && has_words)
      words_only = true;
    else
      word.starts_with("--") ? read_long(word) : read_short(word);
  }
}

void Arguments::read_word(const std::string& word) {
  const auto open = std::ranges::find_if(options_, [this](const ReadOption& option) {
    return option.is_word() && (option.repeats || count(option) == 0);
  });
  if (open == options_.end()) refuse_unknown(word);
  keep(*open, word);
}

void Arguments::read_long(const std::string& word) {
  const std::size_t equals = word.find('=');
  const std::string name = word.substr(0, equals);
  const ReadOption* const option = option_named(name);
  if (!option) refuse_unknown(word);
  if (equals == std::string::npos) return keep(*option, next_value(*option, name));
  if (option->value.empty()) refuse(fmt::format("{}: it has no value", name));
  keep(*option, word.substr(equals + 1));
}

// "-1P", "-f88M:108M", or "-f" with its value behind it.
void Arguments::read_short(const std::string& word) {
  for (std::size_t i = 1; i < word.size(); ++i) {
    const std::string name{'-', word[i]};
    const ReadOption* const option = option_named(name);
    if (!option) refuse_unknown(i == 1 ? word : name);
    const bool attached = !option->value.empty() && i + 1 < word.size();
    keep(*option, attached ? word.substr(i + 1) : next_value(*option, name));
    if (attached) return;
  }
}

std::string Arguments::next_value(const ReadOption& option, std::string_view name) {
  if (option.value.empty()) return "";
  if (option.value_optional && (rest_.empty() || looks_like_option(rest_.front()))) return "";
  if (rest_.empty()) refuse(fmt::format("{}: the value is missing", name));
  const std::string& value = rest_.front();
  rest_ = rest_.subspan(1);
  return value;
}

void Arguments::keep(const ReadOption& option, const std::string& text) {
  const bool first = count(option) == 0;
  if (!first && !option.repeats && !option.value.empty())
    refuse(fmt::format("{}: given more than once", option.name()));
  given_.push_back({&option, text});
  try {
    if (option.option.accept) option.option.accept(text, first);
  } catch (const std::invalid_argument& error) {
    refuse(fmt::format("{}: {}", option.name(), error.what()));
  }
}

}  // namespace command_line

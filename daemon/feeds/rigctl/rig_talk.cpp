// SPDX-License-Identifier: MIT
#include "daemon/feeds/rigctl/rig_talk.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <utility>

namespace spectrumd {
namespace {

constexpr std::size_t kLongestLine = 4096;
constexpr std::string_view kSpaces = " \t\r\v\f";

void skip_spaces(std::string_view& line) { line.remove_prefix(std::min(line.find_first_not_of(kSpaces), line.size())); }

std::string_view next_word(std::string_view line) { return line.substr(0, line.find_first_of(kSpaces)); }

std::string_view pop_word(std::string_view& line) {
  const std::string_view word = next_word(line);
  line.remove_prefix(word.size());
  return word;
}

// Asks for the extended protocol: "+", or what shall separate the values.
bool is_separator(char letter) { return std::string_view("+;|,.:!$%&/=*~^").find(letter) != std::string_view::npos; }

// What GPredict sends at the rise and the set of a satellite.
bool is_pass_mark(std::string_view word) { return word == "AOS" || word == "LOS"; }

}  // namespace

bool RigTalk::hear(std::string_view bytes, std::string& answers) {
  unread_ += bytes;
  std::string_view rest = unread_;
  for (std::size_t end = rest.find('\n'); end != std::string_view::npos && !ended_; end = rest.find('\n')) {
    if (end > kLongestLine || !read_line(rest.substr(0, end), answers)) return false;
    rest.remove_prefix(end + 1);
  }
  unread_.erase(0, unread_.size() - rest.size());
  return !ended_ && unread_.size() <= kLongestLine;
}

// False: the client has ended the connection.
bool RigTalk::read_line(std::string_view line, std::string& answers) {
  for (skip_spaces(line); !line.empty() && !ended_; skip_spaces(line)) {
    if (!command_) {
      if (line.front() == '#' || !begin(line, answers)) return !ended_;
      skip_spaces(line);
      if (command_ && command_->names_vfo && is_vfo(next_word(line))) vfo_ = pop_word(line);
    } else {
      words_.emplace_back(pop_word(line));
    }
    if (command_ && words_.size() == command_->words) complete(answers);
  }
  return !ended_;
}

// Reads which command follows. False: the rest of the line means nothing.
bool RigTalk::begin(std::string_view& line, std::string& answers) {
  form_ = {};
  if (is_separator(line.front())) {
    form_ = {.extended = true, .separator = line.front() == '+' ? '\n' : line.front()};
    line.remove_prefix(1);
    skip_spaces(line);
    if (line.empty()) return false;
  }
  const bool long_name = line.front() == '\\';
  std::string_view name = long_name ? pop_word(line).substr(1) : next_word(line);
  if (!long_name && !is_pass_mark(name)) name = name.substr(0, 1);  // other letters need no space between them
  if (!long_name) line.remove_prefix(name.size());
  ++commands_;
  if (handle_session(name, line, answers)) return true;
  command_ = long_name ? find_rig_command(name) : find_rig_command(name.front());
  if (!command_) report(RigError::NotAvailable, answers);
  return command_ != nullptr;
}

// Commands that concern the connection alone.
bool RigTalk::handle_session(std::string_view name, std::string_view& line, std::string& answers) {
  if (name == "chk_vfo") {
    // In the plain protocol only the digit: programs take anything else for "yes".
    answers += fmt::format("{}{:d}\n", form_.extended ? "ChkVFO: " : "", names_vfos_);
    return true;
  }
  if (name == "set_vfo_opt") {
    skip_spaces(line);
    names_vfos_ = pop_word(line) == "1";
  } else if (name == "q" || name == "Q") {
    ended_ = true;
  } else if (!is_pass_mark(name)) {
    return false;
  }
  report(RigError::None, answers);
  return true;
}

void RigTalk::complete(std::string& answers) {
  write(command_->run({.rig = rig_, .address = address_, .words = words_}), answers);
  command_ = nullptr;
  words_.clear();
  vfo_.clear();
}

void RigTalk::write(const RigAnswer& answer, std::string& answers) const {
  if (form_.extended) {
    answers += fmt::format("{}:", command_->name);
    if (!vfo_.empty()) answers += " " + vfo_;
    for (const std::string& word : words_) answers += " " + word;
    answers += form_.separator;
    for (const auto& [key, text] : answer.values)
      answers += fmt::format("{}{}{}{}", key, key.empty() ? "" : ": ", text, form_.separator);
    return report(answer.error, answers);
  }
  for (const auto& [key, text] : answer.values) answers += text + '\n';
  if (answer.values.empty() || answer.reported) report(answer.error, answers);
}

void RigTalk::report(RigError error, std::string& answers) const {
  fmt::format_to(std::back_inserter(answers), "RPRT {}\n", static_cast<int>(error));
}

}  // namespace spectrumd

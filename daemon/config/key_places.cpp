// SPDX-License-Identifier: MIT
#include "daemon/config/key_places.h"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace spectrumd {
namespace {

class Scanner {
 public:
  explicit Scanner(std::string_view text) : text_(text) {}

  std::vector<KeyPlace> scan() {
    while (at_ < text_.size()) step();
    return std::move(places_);
  }

 private:
  // One open object or array, and the key it was reached by.
  struct Level {
    bool array;
    std::string path;
  };

  void step() {
    switch (text_[at_]) {
      case '/':
        return skip_comment();
      case '"':
        return take_string();
      case '{':
      case '[':
        open_.push_back({text_[at_] == '[', key_});
        break;
      case '}':
      case ']':
        open_.pop_back();
        break;
      default:
        break;
    }
    ++at_;
  }

  void skip_comment() {
    const bool block = text_[at_ + 1] == '*';
    const std::size_t end = block ? text_.find("*/", at_ + 2) : text_.find_first_of("\r\n", at_ + 2);
    at_ = end == std::string_view::npos ? text_.size() : end + (block ? 2 : 1);
  }

  void take_string() {
    const std::size_t start = at_++;
    while (text_[at_] != '"') at_ += text_[at_] == '\\' ? 2 : 1;
    const std::string_view quoted = text_.substr(start, ++at_ - start);
    if (is_key()) note(quoted, line_at(start));
  }

  // A string is a key where a colon follows it.
  bool is_key() {
    while (at_ < text_.size()) {
      if (text_[at_] == '/') {
        skip_comment();
      } else if (text_[at_] == ' ' || text_[at_] == '\t' || text_[at_] == '\n' || text_[at_] == '\r') {
        ++at_;
      } else {
        return text_[at_] == ':';
      }
    }
    return false;
  }

  void note(std::string_view quoted, std::size_t line) {
    const auto name = nlohmann::json::parse(quoted).get<std::string>();
    key_ = key_path(open_.back().path, name);
    const bool in_array = std::any_of(open_.begin(), open_.end(), [](const Level& level) { return level.array; });
    if (!in_array) places_.push_back({key_, line});
  }

  // Asked for places further and further down, so that every line is counted once.
  std::size_t line_at(std::size_t byte) {
    line_ += line_of(text_.substr(counted_), byte - counted_) - 1;
    counted_ = byte;
    return line_;
  }

  std::string_view text_;
  std::size_t at_ = 0;
  std::size_t counted_ = 0;
  std::size_t line_ = 1;
  std::string key_;
  std::vector<Level> open_;
  std::vector<KeyPlace> places_;
};

}  // namespace

std::vector<KeyPlace> key_places(std::string_view text) { return Scanner(text).scan(); }

std::string key_path(const std::string& group, const std::string& name) {
  const std::string quoted = name.find('.') == std::string::npos ? name : '"' + name + '"';
  return group.empty() ? quoted : group + '.' + quoted;
}

std::size_t line_of(std::string_view text, std::size_t byte) {
  const std::string_view above = text.substr(0, byte);
  return 1 + static_cast<std::size_t>(std::count(above.begin(), above.end(), '\n'));
}

}  // namespace spectrumd

// SPDX-License-Identifier: MIT
#pragma once

#include <map>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>

namespace spectrumd {

// A point of InfluxDB's line protocol.
struct InfluxPoint {
  std::string measurement;
  std::map<std::string, std::string> tags;
  std::map<std::string, double> fields;
  long long time = 0;
};

// Reads one line as strictly as the documentation has it, for fields that are floats. Throws std::runtime_error.
class InfluxLineReader {
 public:
  explicit InfluxLineReader(std::string_view line) : rest_(line) {}

  InfluxPoint read() {
    InfluxPoint point{.measurement = name(", ")};
    while (skip(',')) {
      const std::string key = name(",= ");
      expect('=');
      if (!point.tags.emplace(key, name(",= ")).second) fail("a tag twice");
    }
    expect(' ');
    do {
      const std::string key = name(",= ");
      expect('=');
      if (!point.fields.emplace(key, number()).second) fail("a field twice");
    } while (skip(','));
    expect(' ');
    point.time = static_cast<long long>(number());
    if (!rest_.empty()) fail("more than a point");
    return point;
  }

 private:
  [[noreturn]] void fail(std::string_view why) const {
    throw std::runtime_error(std::string(why) + " before \"" + std::string(rest_) + "\"");
  }
  bool skip(char letter) {
    if (!rest_.starts_with(letter)) return false;
    rest_.remove_prefix(1);
    return true;
  }
  void expect(char letter) {
    if (!skip(letter)) fail(std::string("no '") + letter + "'");
  }

  // Not empty, up to the first letter that ends it and is not escaped.
  std::string name(std::string_view ends) {
    std::string text;
    while (!rest_.empty() && ends.find(rest_.front()) == std::string_view::npos) {
      if (rest_.size() > 1 && rest_.front() == '\\' && ends.find(rest_[1]) != std::string_view::npos)
        rest_.remove_prefix(1);
      if (rest_.front() == '\n') fail("an end of line");
      text += rest_.front();
      rest_.remove_prefix(1);
    }
    if (text.empty()) fail("an empty name");
    return text;
  }

  double number() {
    const std::size_t length = std::min(rest_.find_first_of(", "), rest_.size());
    const std::string text(rest_.substr(0, length));
    std::size_t used = 0;
    double value = 0;
    try {
      value = std::stod(text, &used);
    } catch (const std::exception&) {
      fail("no number");
    }
    if (used != text.size() || text.find_first_not_of("0123456789+-.eE") != std::string::npos) fail("no number");
    rest_.remove_prefix(length);
    return value;
  }

  std::string_view rest_;
};

}  // namespace spectrumd

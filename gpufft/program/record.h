// SPDX-License-Identifier: MIT
#pragma once

#include <concepts>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace gpufft::program {

struct Field;
using Record = std::vector<Field>;

// The value of a field, as JSON and as text.
class Value {
 public:
  Value(std::string_view text);
  Value(const std::string& text) : Value(std::string_view(text)) {}
  Value(const char* text) : Value(std::string_view(text)) {}
  Value(double number);
  Value(bool flag) : Value(std::string(flag ? "true" : "false"), flag ? "yes" : "no") {}
  template <std::unsigned_integral Number>
  Value(Number number) : Value(std::to_string(number), static_cast<unsigned long long>(number)) {}
  Value(const std::optional<double>& number) : Value(number ? Value(*number) : Value("null", "-")) {}
  Value(const Record& record);
  template <class Element>
  Value(const std::vector<Element>& list) : Value(array(std::vector<Value>(list.begin(), list.end())), "") {}

  std::string json;
  std::variant<std::string, double, unsigned long long> shown;

 private:
  template <class Text>
  Value(std::string as_json, Text as_text) : json(std::move(as_json)), shown(std::move(as_text)) {}
  static std::string array(const std::vector<Value>& values);
};

// One figure of a result. A field for the text only has no place in the JSON.
struct Field {
  const char* name;
  Value value;
  bool text_only = false;
};

// A JSON object on one line, with names in alphabetical order.
std::string to_json(const Record& record);

// Prints a line of results and flushes it, as each takes a while to compute and readers want it at once. As JSON, or in
// a format that names the fields: "{n:>8} {backend}".
void show(const std::string& line);
void show(const Record& record, std::string_view format, bool as_json);

}  // namespace gpufft::program

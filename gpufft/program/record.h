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

// What a field holds, as JSON and for a text.
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

// One figure of a result. One that is for the text alone has no place in the JSON.
struct Field {
  const char* name;
  Value value;
  bool text_only = false;
};

// A JSON object on one line, the names in alphabetical order.
std::string to_json(const Record& record);

// A line of results at once: what makes them takes its time, and readers want each line when it is there. As JSON, or
// by a format that names the fields: "{n:>8} {backend}".
void show(const std::string& line);
void show(const Record& record, std::string_view format, bool as_json);

}  // namespace gpufft::program

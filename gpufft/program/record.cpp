// SPDX-License-Identifier: MIT
#include "gpufft/program/record.h"

#include <fmt/args.h>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace gpufft::program {
namespace {

std::string quoted(std::string_view text) {
  std::string result = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') result += '\\';
    if (static_cast<unsigned char>(c) < ' ')
      result += fmt::format("\\u{:04x}", static_cast<unsigned>(c));
    else
      result += c;
  }
  return result + '"';
}

// Keeps a fraction even for whole numbers, to show that there can be one.
std::string json_of(double number) {
  if (!std::isfinite(number)) return "null";
  const std::string text = fmt::format("{}", number);
  return text.find_first_of(".e") == std::string::npos ? text + ".0" : text;
}

}  // namespace

Value::Value(std::string_view as_text) : Value(quoted(as_text), std::string(as_text)) {}
Value::Value(double number) : Value(json_of(number), number) {}
Value::Value(const Record& record) : Value(to_json(record), "") {}

std::string Value::array(const std::vector<Value>& values) {
  std::string text;
  for (const Value& value : values) text += (text.empty() ? "" : ",") + value.json;
  return '[' + text + ']';
}

std::string to_json(const Record& record) {
  Record fields = record;
  std::erase_if(fields, [](const Field& field) { return field.text_only; });
  std::ranges::sort(fields, {}, [](const Field& field) { return std::string_view(field.name); });
  std::string text;
  for (const Field& field : fields)
    text += fmt::format("{}{}:{}", text.empty() ? "" : ",", quoted(field.name), field.value.json);
  return '{' + text + '}';
}

void show(const std::string& line) {
  fmt::print("{}\n", line);
  std::fflush(stdout);
}

void show(const Record& record, std::string_view format, bool as_json) {
  if (as_json) return show(to_json(record));
  fmt::dynamic_format_arg_store<fmt::format_context> fields;
  for (const Field& field : record)
    std::visit([&](const auto& shown) { fields.push_back(fmt::arg(field.name, shown)); }, field.value.shown);
  show(fmt::vformat(format, fields));
}

}  // namespace gpufft::program

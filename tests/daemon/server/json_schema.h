// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <nlohmann/json.hpp>
#include <string>

#include "tests/daemon/server/posix_regex.h"

namespace spectrumd {

// What is wrong with a value by a JSON Schema, as "/rows/0: ..."; empty for nothing. It knows the words that
// schemas.json uses, and says so when it meets another.
class SchemaCheck {
 public:
  using Json = nlohmann::json;

  explicit SchemaCheck(const Json& schemas) : schemas_(schemas) {}

  std::string check(const Json& value, const std::string& schema_name) const {
    return check(value, schemas_.at(schema_name), "");
  }

 private:
  std::string check(const Json& value, const Json& schema, const std::string& place) const {
    if (schema.is_boolean()) return schema.get<bool>() ? "" : place + ": must not be there";
    for (const auto& [word, rule] : schema.items())
      if (const std::string wrong = check_word(value, word, rule, schema, place); !wrong.empty()) return wrong;
    return "";
  }

  std::string check_word(const Json& value, const std::string& word, const Json& rule, const Json& schema,
                         const std::string& place) const {
    if (word == "$ref") return check(value, referred(rule), place);
    if (word == "type") return has_type(value, rule) ? "" : place + ": is not " + rule.dump() + ": " + value.dump();
    if (word == "enum") return contains(rule, value) ? "" : place + ": " + value.dump() + " is none of " + rule.dump();
    if (word == "required") return value.is_object() ? check_required(value, rule, schema, place) : "";
    if (word == "properties") return check_properties(value, rule, place);
    if (word == "additionalProperties") return value.is_object() ? check_additional(value, rule, schema, place) : "";
    if (word == "items") return check_items(value, rule, place);
    if (word == "minimum") return !value.is_number() || value >= rule ? "" : place + ": is below " + rule.dump();
    if (word == "maximum") return !value.is_number() || value <= rule ? "" : place + ": is above " + rule.dump();
    if (word == "pattern") return matches(value, rule) ? "" : place + ": does not look like " + rule.dump();
    if (word == "description" || word == "examples" || word == "format") return "";
    return place + ": the schema has an unknown word: " + word;
  }

  const Json& referred(const Json& reference) const {
    const std::string path = reference;
    return schemas_.at(path.substr(path.rfind('/') + 1));
  }

  static bool contains(const Json& list, const Json& value) {
    return std::find(list.begin(), list.end(), value) != list.end();
  }

  static bool has_type(const Json& value, const Json& types) {
    if (types.is_array())
      return std::any_of(types.begin(), types.end(), [&](const Json& t) { return has_type(value, t); });
    if (types == "number") return value.is_number();
    if (types == "integer") return value.is_number_integer();
    if (types == "string") return value.is_string();
    if (types == "boolean") return value.is_boolean();
    if (types == "null") return value.is_null();
    return types == "array" ? value.is_array() : types == "object" && value.is_object();
  }

  static std::string missing(const Json& value, const Json& names, const std::string& place) {
    for (const std::string name : names)
      if (value.is_object() && !value.contains(name)) return place + ": lacks " + name;
    return "";
  }

  // The schemas of answers are open, so that clients accept what later versions add; ours must describe all there is.
  static std::string check_required(const Json& value, const Json& names, const Json& schema,
                                    const std::string& place) {
    const std::string lacks = missing(value, names, place);
    if (!lacks.empty() || !schema.contains("properties") || schema.contains("additionalProperties")) return lacks;
    return check_additional(value, false, schema, place);
  }

  static bool matches(const Json& value, const Json& pattern) {
    return !value.is_string() || find_pattern(value, pattern);
  }

  std::string check_properties(const Json& value, const Json& properties, const std::string& place) const {
    for (const auto& [name, schema] : properties.items()) {
      if (!value.is_object() || !value.contains(name)) continue;
      if (const std::string wrong = check(value[name], schema, place + "/" + name); !wrong.empty()) return wrong;
    }
    return "";
  }

  static std::string check_additional(const Json& value, const Json& allowed, const Json& schema,
                                      const std::string& place) {
    if (allowed != false || !value.is_object()) return "";
    for (const auto& [name, unused] : value.items())
      if (!schema.at("properties").contains(name)) return place + ": has the unknown " + name;
    return "";
  }

  std::string check_items(const Json& value, const Json& schema, const std::string& place) const {
    for (std::size_t i = 0; value.is_array() && i < value.size(); ++i)
      if (const std::string wrong = check(value[i], schema, place + "/" + std::to_string(i)); !wrong.empty())
        return wrong;
    return "";
  }

  const Json& schemas_;
};

}  // namespace spectrumd

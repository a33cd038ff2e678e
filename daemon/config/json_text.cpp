// SPDX-License-Identifier: MIT
#include "daemon/config/json_text.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <optional>
#include <vector>

namespace spectrumd {
namespace {

using Kind = JsonError::Kind;

constexpr int kNumberOverflow = 406;  // of nlohmann's list: no double holds it
constexpr std::size_t kLongestKeyShown = 60;

std::string shown(std::string_view key) {
  std::string text = Json(key.substr(0, kLongestKeyShown)).dump(-1, ' ', false, Json::error_handler_t::replace);
  if (key.size() > kLongestKeyShown) text.insert(text.size() - 1, "...");
  return text;
}

std::string after(std::string_view text, std::string_view mark) {
  const std::size_t at = text.find(mark);
  return std::string(at == std::string_view::npos ? text : text.substr(at + mark.size()));
}

JsonError error_of(std::size_t byte, const nlohmann::detail::exception& error) {
  const std::string_view what = error.what();
  if (error.id == kNumberOverflow)  // "... number overflow parsing '1e999'"
    return {Kind::TooLargeNumber, after(what, "parsing ") + " is out of range", byte};
  return {Kind::Syntax, after(after(what, "column "), ": "), byte};  // "... at line 3, column 5: syntax error ..."
}

// Builds the value while parsing, and refuses what exceeds the limits before allocating memory for it.
class Builder : public nlohmann::json_sax<Json> {
 public:
  explicit Builder(const JsonLimits& limits) : limits_(limits) {}

  Json root;

  bool null() override { return add(nullptr); }
  bool boolean(bool value) override { return add(value); }
  bool number_integer(number_integer_t value) override { return add(value); }
  bool number_unsigned(number_unsigned_t value) override { return add(value); }
  bool number_float(number_float_t value, const string_t&) override { return add(value); }
  bool string(string_t& value) override { return add(std::move(value)); }
  bool binary(binary_t& value) override { return add(std::move(value)); }
  bool start_object(std::size_t) override { return open(Json::object()); }
  bool start_array(std::size_t) override { return open(Json::array()); }
  bool end_object() override { return close(); }
  bool end_array() override { return close(); }

  bool key(string_t& name) override {
    Json& object = *open_.back();
    const bool repeated = object.contains(name);
    if (repeated && !limits_.repeated_keys)
      throw JsonError(Kind::RepeatedKey, fmt::format("duplicate key {}", shown(name)));
    if (!repeated && object.size() == limits_.keys_of_object)
      throw JsonError(Kind::Limit, fmt::format("more than {} keys in an object", limits_.keys_of_object));
    member_ = &object[name];
    return true;
  }

  bool parse_error(std::size_t byte, const std::string&, const nlohmann::detail::exception& error) override {
    throw error_of(byte, error);
  }

 private:
  bool add(Json value) {
    (void)place(std::move(value));
    return true;
  }

  Json& place(Json value) {
    if (++values_ > limits_.values) throw JsonError(Kind::Limit, fmt::format("more than {} values", limits_.values));
    if (open_.empty()) return root = std::move(value);
    if (!open_.back()->is_array()) return *member_ = std::move(value);
    open_.back()->push_back(std::move(value));
    return open_.back()->back();
  }

  bool open(Json container) {
    if (open_.size() == limits_.depth)
      throw JsonError(Kind::Limit, fmt::format("deeper than {} levels", limits_.depth));
    open_.push_back(&place(std::move(container)));
    return true;
  }

  bool close() {
    open_.pop_back();
    return true;
  }

  const JsonLimits& limits_;
  std::size_t values_ = 0;
  std::vector<Json*> open_;  // nothing is added to a container while one inside of it is open, so none of them moves
  Json* member_ = nullptr;   // where the value of the last key goes
};

}  // namespace

std::string to_text(const Json& json) { return json.dump(-1, ' ', false, Json::error_handler_t::replace); }

Json parse_json(std::string_view text, const JsonLimits& limits) {
  if (text.size() > limits.bytes) throw JsonError(Kind::Limit, fmt::format("more than {} bytes", limits.bytes));
  if (const auto zero = text.find('\0'); zero != std::string_view::npos)  // nlohmann takes it for the end of the text
    throw JsonError(Kind::ZeroByte, "a zero byte: not a text file", zero + 1);
  Builder builder(limits);
  Json::sax_parse(text, &builder, Json::input_format_t::json, true, limits.comments);
  return std::move(builder.root);
}

}  // namespace spectrumd

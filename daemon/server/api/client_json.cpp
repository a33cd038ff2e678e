// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <set>
#include <vector>

#include "daemon/server/api/api.h"

namespace spectrumd {

namespace {

constexpr std::size_t kMostBytes = 64 * 1024;
constexpr std::size_t kMostDepth = 16;

// Reads a text without keeping it, and says what the parser of JSON would let pass: depth, and keys that are there
// twice.
class Inspector : public nlohmann::json_sax<Json> {
 public:
  std::string objection;

  bool null() override { return true; }
  bool boolean(bool) override { return true; }
  bool number_integer(number_integer_t) override { return true; }
  bool number_unsigned(number_unsigned_t) override { return true; }
  bool number_float(number_float_t, const string_t&) override { return true; }  // a finite one: others do not parse
  bool string(string_t&) override { return true; }
  bool binary(binary_t&) override { return true; }
  bool start_object(std::size_t) override { return enter(); }
  bool start_array(std::size_t) override { return enter(); }
  bool end_object() override { return leave(); }
  bool end_array() override { return leave(); }

  bool key(string_t& key) override {
    if (keys_.back().insert(key).second) return true;
    return object(fmt::format("the key \"{}\" is there twice", shown(key)));
  }

  bool parse_error(std::size_t byte, const std::string&, const nlohmann::detail::exception& error) override {
    const bool too_large = error.id == 406;  // of nlohmann's list: a number that no double holds
    return object(fmt::format("{} at byte {}", too_large ? "a number is too large" : "this is no JSON", byte));
  }

 private:
  bool object(std::string reason) {
    objection = std::move(reason);
    return false;
  }

  bool enter() {
    keys_.emplace_back();
    return keys_.size() <= kMostDepth || object(fmt::format("deeper than {} levels", kMostDepth));
  }

  bool leave() {
    keys_.pop_back();
    return true;
  }

  std::vector<std::set<std::string>> keys_;  // of every object that is open; none for an array
};

}  // namespace

Json parse_client_json(std::string_view text) {
  if (text.size() > kMostBytes) throw ApiError(400, "bad_json", fmt::format("more than {} bytes", kMostBytes));
  // nlohmann takes a zero for the end of the text.
  if (const auto zero = text.find('\0'); zero != std::string_view::npos)
    throw ApiError(400, "bad_json", fmt::format("this is no JSON at byte {}", zero + 1));
  Inspector inspector;
  if (!Json::sax_parse(text, &inspector)) throw ApiError(400, "bad_json", inspector.objection);
  return Json::parse(text);
}

}  // namespace spectrumd

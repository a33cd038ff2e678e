// SPDX-License-Identifier: MIT
#include "daemon/server/http/query.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "command_line/nearest.h"
#include "daemon/server/http/request_error.h"

namespace spectrumd {

namespace {

[[noreturn]] void refuse(std::string code, std::string_view name, const std::string& reason) {
  throw RequestError(400, std::move(code), fmt::format("{}: {}", shown(name), reason), shown(name));
}

[[noreturn]] void refuse_unknown(std::string_view name, std::span<const Parameter> known) {
  std::vector<std::string_view> names;
  for (const Parameter& parameter : known) names.push_back(parameter.name);
  const auto near = command_line::nearest(name, names);
  refuse("unknown_parameter", name,
         near ? fmt::format("no such parameter; did you mean {}?", *near) : std::string("no such parameter"));
}

double in_range(const Parameter& parameter, double value) {
  const double least = parameter.minimum.value_or(value);
  const double most = parameter.maximum.value_or(value);
  if (value < least) refuse("out_of_range", parameter.name, fmt::format("{} is below {}", value, format_number(least)));
  if (value > most) refuse("out_of_range", parameter.name, fmt::format("{} is above {}", value, format_number(most)));
  return value;
}

Units units_of(Parameter::Kind kind) {
  if (kind == Parameter::Kind::Frequency) return kHertz;
  return kind == Parameter::Kind::Level ? Units(kDecibels) : Units();
}

void check_choice(const Parameter& parameter, const std::string& text) {
  if (std::ranges::find(parameter.choices, text) == parameter.choices.end())
    refuse("bad_value", parameter.name,
           fmt::format("\"{}\" is not one of {}", shown(text), fmt::join(parameter.choices, ", ")));
}

Time seconds_before(const Parameter& parameter, double seconds, Time now) {
  constexpr double kMost = 3e9;  // about a century: what is added to any time of ours stays one
  if (seconds > kMost) refuse("out_of_range", parameter.name, "that is longer ago than anything is kept");
  return now - std::chrono::duration_cast<std::chrono::nanoseconds>(std::chrono::duration<double>(seconds));
}

}  // namespace

Query::Query(std::span<const Parameter> known, Given given) : known_(known), given_(std::move(given)) {
  for (auto entry = given_.begin(); entry != given_.end(); ++entry) {
    const auto same = [&](const auto& other) { return other.first == entry->first; };
    if (std::ranges::find(known_, entry->first, &Parameter::name) == known_.end()) refuse_unknown(entry->first, known_);
    if (std::any_of(given_.begin(), entry, same)) refuse("repeated_parameter", entry->first, "is given twice");
  }
}

const Parameter& Query::known(std::string_view name) const {
  return *std::ranges::find(known_, name, &Parameter::name);
}

const std::string* Query::given(std::string_view name) const {
  const auto found =
      std::find_if(given_.begin(), given_.end(), [name](const auto& entry) { return entry.first == name; });
  return found == given_.end() ? nullptr : &found->second;
}

std::optional<double> Query::number(std::string_view name) const {
  const Parameter& parameter = known(name);
  const std::string* text = given(name);
  if (!text) return parameter.otherwise;
  const auto value = parse_number(*text, units_of(parameter.kind));
  if (!value) refuse("bad_value", name, fmt::format("\"{}\" is not a number", shown(*text)));
  return in_range(parameter, *value);
}

std::optional<std::size_t> Query::count(std::string_view name) const {
  const auto value = number(name);
  if (value && *value != std::floor(*value)) refuse("bad_value", name, fmt::format("{} is not a whole number", *value));
  return value ? std::optional(static_cast<std::size_t>(*value)) : std::nullopt;
}

std::optional<std::string> Query::choice(std::string_view name) const {
  const std::string* text = given(name);
  if (!text) return std::nullopt;
  check_choice(known(name), *text);
  return *text;
}

std::optional<std::string> Query::text(std::string_view name) const {
  const std::string* text = given(name);
  return text ? std::optional(*text) : std::nullopt;
}

std::vector<std::string> Query::choices(std::string_view name) const {
  const std::string* text = given(name);
  std::vector<std::string> items;
  for (std::size_t at = 0; text && at <= text->size();) {
    const std::size_t end = std::min(text->find(',', at), text->size());
    items.push_back(text->substr(at, end - at));
    check_choice(known(name), items.back());
    at = end + 1;
  }
  return items;
}

bool Query::flag(std::string_view name) const {
  const std::string* text = given(name);
  if (!text || *text == "0" || *text == "false") return false;
  if (*text == "1" || *text == "true") return true;
  refuse("bad_value", name, fmt::format("\"{}\" is neither 1 nor 0", shown(*text)));
}

std::optional<Time> Query::time(std::string_view name, Time now) const {
  const std::string* text = given(name);
  if (!text) return std::nullopt;
  const auto seconds = parse_number(*text);
  if (seconds && *seconds < 0) return seconds_before(known(name), -*seconds, now);
  if (const auto time = parse_time(*text)) return time;
  refuse("bad_value", name,
         fmt::format("\"{}\" is neither a time such as 2026-11-21T08:03:49Z nor seconds since 1970", shown(*text)));
}

}  // namespace spectrumd

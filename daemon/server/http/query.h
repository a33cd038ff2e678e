// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "daemon/config/units.h"

namespace spectrumd {

// A query parameter: what the OpenAPI document shows and Query enforces.
struct Parameter {
  enum class Kind : std::uint8_t { Frequency, Number, Level, Count, Choice, Choices, Moment, Text };

  std::string_view name;
  std::string_view description;
  Kind kind;
  std::optional<double> minimum = {}, maximum = {}, otherwise = {};
  std::span<const std::string_view> choices = {};
};

inline constexpr std::array<std::string_view, 2> kYesOrNo{"0", "1"};  // choices of what flag() reads

// The parameters of one request by name, each given at most once. Everything here throws RequestError (400), which
// names the parameter, if a value does not match its description.
class Query {
 public:
  using Given = std::vector<std::pair<std::string, std::string>>;

  Query(std::span<const Parameter> known, Given given);

  // The given value or, if there is one, the default.
  std::optional<double> number(std::string_view name) const;  // suffixes k, M and G
  std::optional<std::size_t> count(std::string_view name) const;
  std::optional<std::string> choice(std::string_view name) const;
  std::optional<std::string> text(std::string_view name) const;
  std::vector<std::string> choices(std::string_view name) const;  // separated by commas; empty if not given
  bool flag(std::string_view name) const;
  std::optional<Time> time(std::string_view name, Time now) const;  // negative: that many seconds before `now`

 private:
  const Parameter& known(std::string_view name) const;
  const std::string* given(std::string_view name) const;

  std::span<const Parameter> known_;
  Given given_;
};

}  // namespace spectrumd

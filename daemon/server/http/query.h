// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "daemon/config/keys.h"
#include "daemon/config/units.h"

namespace spectrumd {

// A parameter behind the ? of a URL. Its schema is what the OpenAPI document shows and what Query enforces: minimum,
// maximum, enum and default.
struct Parameter {
  std::string_view name;
  std::string_view description;
  Json schema;
};

// The parameters of one request, known by name, each given at most once. Everything here throws ApiError (400), which
// names the parameter, for what is not as its schema says.
class Query {
 public:
  using Given = std::vector<std::pair<std::string, std::string>>;

  Query(std::span<const Parameter> known, Given given);

  // What was given, or the schema's default, if there is one.
  std::optional<double> number(std::string_view name) const;  // suffixes k, M and G
  std::optional<std::size_t> count(std::string_view name) const;
  std::optional<std::string> choice(std::string_view name) const;
  std::optional<std::string> text(std::string_view name) const;
  std::vector<std::string> choices(std::string_view name) const;  // separated by commas; empty where not given
  bool flag(std::string_view name) const;
  std::optional<Time> time(std::string_view name, Time now) const;  // negative: that many seconds before `now`

 private:
  const Parameter& known(std::string_view name) const;
  const std::string* given(std::string_view name) const;

  std::span<const Parameter> known_;
  Given given_;
};

}  // namespace spectrumd

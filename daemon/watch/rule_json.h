// SPDX-License-Identifier: MIT
#pragma once

#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "daemon/config/json.h"
#include "daemon/watch/occupancy.h"
#include "daemon/watch/rule.h"

namespace spectrumd {

// A rule that cannot be; `field` is the key at fault, empty if it is none.
struct RuleError : std::runtime_error {
  RuleError(std::string field_name, const std::string& reason)
      : std::runtime_error(reason), field(std::move(field_name)) {}
  std::string field;
};

enum class Secrets { Hidden, Shown };  // hidden: whether there is one

// A rule as in PROTOCOL.md and in the book.
Json rule_json(const Rule& rule, Secrets secrets);

// The rule with the keys of an object; a rule without `kind` so far gets that, and its usual values. Throws RuleError.
Rule changed_rule(const Rule& now, const Json& body);
Rule new_rule(const Json& body);

// Limit lines of a CSV file: frequency in Hz, a comma or a semicolon, level in dB; a first line of names and lines that
// begin with # are skipped. Throws RuleError.
std::vector<LimitPoint> limits_of_csv(std::string_view text);

// What occupancies are measured of.
Json plan_json(const OccupancyPlan& plan);
OccupancyPlan changed_plan(const OccupancyPlan& now, const Json& body);  // throws RuleError

}  // namespace spectrumd

// SPDX-License-Identifier: MIT
#include "daemon/watch/rule.h"

#include <array>

namespace spectrumd {
namespace {

constexpr std::array<std::string_view, 8> kKindNames{"above", "below",      "appear",    "vanish",
                                                     "mask",  "floor_rise", "occupancy", "health"};
constexpr std::array<std::string_view, 3> kReferenceNames{"absolute", "floor", "usual"};
constexpr std::array<std::string_view, 3> kAilmentNames{"no_data", "overload", "lost"};

void set(Rule& rule, double level, double hysteresis, double least, double gone) {
  rule.level = level;
  rule.hysteresis = hysteresis;
  rule.least = least;
  rule.gone = gone;
}

}  // namespace

std::string_view to_string(RuleKind kind) { return kKindNames.at(static_cast<std::size_t>(kind)); }
std::string_view to_string(Reference reference) { return kReferenceNames.at(static_cast<std::size_t>(reference)); }
std::string_view to_string(Ailment ailment) { return kAilmentNames.at(static_cast<std::size_t>(ailment)); }

Rule usual_rule(RuleKind kind) {
  Rule rule;
  rule.kind = kind;
  switch (kind) {
    case RuleKind::Above:
    case RuleKind::Mask:
      set(rule, kind == RuleKind::Mask ? 0 : 10, 3, 0.2, 2);
      break;
    case RuleKind::Below:
      set(rule, 10, 3, 2, 2);
      break;
    case RuleKind::Appear:
      set(rule, 10, 4, 0.5, 5);
      break;
    case RuleKind::Vanish:
      set(rule, 10, 4, 10, 10);
      break;
    case RuleKind::FloorRise:
      set(rule, 3, 1, 60, 60);
      break;
    case RuleKind::Occupancy:
      set(rule, 50, 5, 0, 0);
      break;
    case RuleKind::Health:
      set(rule, 1, 0.5, 10, 10);
      break;
  }
  if (kind == RuleKind::Mask) rule.reference = Reference::Absolute;
  return rule;
}

}  // namespace spectrumd

// SPDX-License-Identifier: MIT
#include "daemon/watch/rule_watch.h"

#include <array>

#include "daemon/watch/appear_watch.h"
#include "daemon/watch/floor_rise_watch.h"
#include "daemon/watch/occupancy_watch.h"
#include "daemon/watch/range_watch.h"

namespace spectrumd {

std::string_view to_string(RuleState::State state) {
  constexpr std::array<std::string_view, 5> kNames{"off", "waiting", "learning", "watching", "alarm"};
  return kNames.at(static_cast<std::size_t>(state));
}

Alarm RuleWatch::alarm_of(std::uint64_t track) const {
  Alarm alarm;
  alarm.track = track;
  alarm.rule = rule_.id;
  alarm.name = rule_.name;
  alarm.kind = rule_.kind;
  return alarm;
}

std::unique_ptr<RuleWatch> watch_for(Rule rule, std::uint64_t& last_track) {
  switch (rule.kind) {
    case RuleKind::Above:
    case RuleKind::Below:
    case RuleKind::Mask:
      return std::make_unique<LevelWatch>(std::move(rule), last_track);
    case RuleKind::Appear:
      return std::make_unique<AppearWatch>(std::move(rule), last_track);
    case RuleKind::Vanish:
      return std::make_unique<VanishWatch>(std::move(rule), last_track);
    case RuleKind::FloorRise:
      return std::make_unique<FloorRiseWatch>(std::move(rule), last_track);
    case RuleKind::Occupancy:
      return std::make_unique<OccupancyWatch>(std::move(rule), last_track);
    case RuleKind::Health:
      break;
  }
  return std::make_unique<HealthWatch>(std::move(rule), last_track);
}

}  // namespace spectrumd

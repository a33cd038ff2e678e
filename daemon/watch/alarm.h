// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "daemon/watch/rule.h"

namespace spectrumd {

// Something that a rule found: an event of the book. Levels in dB, as in the rows.
struct Alarm {
  std::int64_t id = 0;      // in the book; 0: not written yet
  std::uint64_t track = 0;  // the same for all changes of one alarm of one sentry
  std::int64_t rule = 0;
  std::string name;  // of the rule
  RuleKind kind = RuleKind::Appear;
  Time begin;
  Time last_on;             // when it was last seen
  std::optional<Time> end;  // nullopt: still there
  std::string reason;  // for its end: "gone", "retuned", "changed" (the rule), "interrupted" (by a restart), "no data"
  double frequency = 0;    // Hz, where it was strongest; 0: of the whole radio
  double width = 0;        // Hz
  double peak = 0;         // level; of an occupancy or a health: percent
  double floor = 0;        // the noise there
  double duty = 1;         // share of the time from its begin to `last_on`
  bool simulated = false;  // found in a trial
};

struct AlarmChange {
  enum class Kind : std::uint8_t { Begin, Update, End };
  Kind kind = Kind::Begin;
  Alarm alarm;
};

// What a rule does at present.
struct RuleState {
  enum class State : std::uint8_t { Off, Waiting, Learning, Watching, Alarm };
  State state = State::Waiting;
  std::string reason;  // of Waiting and Learning
};
std::string_view to_string(RuleState::State state);

// What a rule has learnt under one tuning, in numbers that its kind defines.
struct RuleMemory {
  std::int64_t rule = 0;
  Time until;  // the last row that it was learnt from
  std::vector<float> learnt;
};

}  // namespace spectrumd

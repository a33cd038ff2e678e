// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "daemon/config/settings.h"
#include "daemon/config/units.h"

namespace spectrumd {

// What a rule looks for.
enum class RuleKind : std::uint8_t {
  Above,      // the strongest level of a range is above a level
  Below,      // or below it
  Appear,     // a signal comes up anywhere in the range: one alarm for each
  Vanish,     // what was in the range is gone
  Mask,       // any bin is above limit lines
  FloorRise,  // the noise floor of the range is above that of the last day
  Occupancy,  // a channel is used for more than a share of the time
  Health,     // the radio delivers nothing, is overloaded, or loses samples
};

// What a level is measured from.
enum class Reference : std::uint8_t {
  Absolute,  // dBFS, or dBm with an offset
  Floor,     // the noise floor there, in the same row
  Usual,     // what 90 % of the levels there are below, at this hour of the week
};

enum class Ailment : std::uint8_t { NoData, Overload, Lost };

std::string_view to_string(RuleKind kind);  // "above", "floor_rise", as in PROTOCOL.md; also the next two
std::string_view to_string(Reference reference);
std::string_view to_string(Ailment ailment);

struct LimitPoint {
  Hertz frequency;
  Decibels level;
  friend bool operator==(const LimitPoint&, const LimitPoint&) = default;
};

// A range whose signals are known, and so do not appear.
struct KnownRange {
  Span range;
  std::string label;
  friend bool operator==(const KnownRange&, const KnownRange&) = default;
};

// What an alarm does besides being written down.
struct Actions {
  std::string webhook;   // URL; empty: none
  std::string secret;    // its requests are signed with
  std::string email;     // address; empty: none
  std::string text;      // of the message, with placeholders; empty: the usual one
  bool command = false;  // runs the program of watch.command
  bool evidence = true;  // keeps rows and a picture
  double iq = 0;         // seconds of samples to keep, from `iq_before` before it began; 0: none
  double iq_before = 5;
  friend bool operator==(const Actions&, const Actions&) = default;
};

struct Rule {
  std::int64_t id = 0;
  std::string name;
  RuleKind kind = RuleKind::Appear;
  bool enabled = true;
  std::optional<Span> range;  // nullopt: all that is received
  double level = 10;          // dB; of occupancy, overload and lost: percent
  Reference reference = Reference::Floor;
  double hysteresis = 3;       // dB, or percent, by which it has to go back
  double least = 0, gone = 0;  // seconds
  double duty = 0.5;           // least share of the time
  bool bursts = false;         // looks at the strongest transform of a row, not at the mean
  double period = 900;         // seconds that an occupancy is measured over
  Ailment ailment = Ailment::NoData;
  std::vector<Span> ignored;
  std::vector<KnownRange> known;
  std::optional<Time> learns_until;  // what appears until then becomes known
  std::vector<LimitPoint> limits;    // by frequency
  Actions actions;

  friend bool operator==(const Rule&, const Rule&) = default;
};

// Of a kind, with its usual times and levels.
Rule usual_rule(RuleKind kind);

}  // namespace spectrumd

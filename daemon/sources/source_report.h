// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "daemon/config/units.h"

namespace spectrumd {

// Absent is a device that was named, Waiting means that any will do.
enum class SourceState : std::uint8_t { Absent, Waiting, Opening, Warming, Streaming, Stalled, Lost, Backoff, Ended };

// Why a device does not stream.
enum class Cause : std::uint8_t {
  None,
  Absent,
  WrongSerial,
  Ambiguous,
  NoPermission,
  Busy,
  DeadTuner,
  Unsupported,
  Unplugged,
  Stalled,
  Wedged,
  Refused,
  Failed
};

// Names as in PROTOCOL.md.
std::string_view to_string(SourceState state);
std::string_view to_string(Cause cause);  // empty for None
std::span<const std::string_view> source_state_names();

// State of a source.
struct SourceReport {
  SourceState state = SourceState::Absent;
  Cause cause = Cause::None;         // for programs
  std::string reason;                // for people
  std::string description;           // of the device, for display
  std::vector<Decibels> gain_steps;  // of the device, lowest first; empty if unknown, or if any gain is possible
  std::optional<std::chrono::steady_clock::time_point> retry_at;  // set while waiting for the next attempt
  std::optional<double> estimated_ppm;  // of its crystal, measured against the clock of this machine
  std::uint64_t lost_samples = 0;       // by the device and on the bus, since the start
  std::uint64_t times_lost = 0;         // how often it disappeared or stalled
};

// Says that there is no radio, to the user of a command that does not wait for one.
std::string no_radio_text(const SourceReport& report);

}  // namespace spectrumd

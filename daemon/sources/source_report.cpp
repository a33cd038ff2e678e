// SPDX-License-Identifier: MIT
#include "daemon/sources/source_report.h"

#include <array>

namespace spectrumd {

namespace {

constexpr std::array<std::string_view, 9> kStates{"absent",  "waiting", "opening", "warming", "streaming",
                                                  "stalled", "lost",    "backoff", "ended"};
constexpr std::array<std::string_view, 13> kCauses{"",       "absent",     "wrong_serial", "ambiguous", "no_permission",
                                                   "busy",   "dead_tuner", "unsupported",  "unplugged", "stalled",
                                                   "wedged", "refused",    "failed"};
static_assert(kStates.size() == static_cast<std::size_t>(SourceState::Ended) + 1);
static_assert(kCauses.size() == static_cast<std::size_t>(Cause::Failed) + 1);

}  // namespace

std::string_view to_string(SourceState state) { return kStates[static_cast<std::size_t>(state)]; }

std::string_view to_string(Cause cause) { return kCauses[static_cast<std::size_t>(cause)]; }

std::span<const std::string_view> source_state_names() { return kStates; }

std::string no_radio_text(const SourceReport& report) {
  if (report.cause != Cause::Absent) return "no radio found: " + report.reason;
  return "no radio found: plug in an RTL-SDR stick, or name another source with --source; sim needs no radio";
}

}  // namespace spectrumd

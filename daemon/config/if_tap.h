// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "daemon/config/settings.h"

namespace spectrumd {

// An intermediate frequency of a transceiver, to which the radio is connected. What the dial shows is there.
struct IfTap {
  Hertz frequency;
  bool inverted = false;     // higher frequencies at the antenna are lower ones there
  std::optional<Span> dial;  // the frequencies of the dial that it holds for; empty: all

  friend bool operator==(const IfTap&, const IfTap&) = default;
};

// Parses "68.33M", "68.33M-" if inverted, "68.33M-@0:30M" with the range of the dial.
std::optional<IfTap> parse_if_tap(std::string_view text);
std::string to_string(const IfTap& tap);

// The first of `taps` that holds at this frequency of the dial.
std::optional<IfTap> tap_at(std::span<const IfTap> taps, Hertz dial);

}  // namespace spectrumd

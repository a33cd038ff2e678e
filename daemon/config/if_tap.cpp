// SPDX-License-Identifier: MIT
#include "daemon/config/if_tap.h"

#include <fmt/format.h>

#include <algorithm>

#include "daemon/config/span_text.h"

namespace spectrumd {

std::optional<IfTap> parse_if_tap(std::string_view text) {
  IfTap tap;
  const std::size_t at = text.find('@');
  if (at != std::string_view::npos && !(tap.dial = parse_span(text.substr(at + 1)))) return std::nullopt;
  text = text.substr(0, at);
  tap.inverted = text.ends_with('-');
  if (tap.inverted) text.remove_suffix(1);
  const auto frequency = parse_number(text, kHertz);
  if (!frequency || *frequency <= 0 || *frequency > kMostFrequency) return std::nullopt;
  tap.frequency = {*frequency};
  return tap;
}

std::string to_string(const IfTap& tap) {
  return fmt::format("{}{}{}", format_number(tap.frequency.value), tap.inverted ? "-" : "",
                     tap.dial ? "@" + to_string(*tap.dial) : "");
}

std::optional<IfTap> tap_at(std::span<const IfTap> taps, Hertz dial) {
  const auto holds = [dial](const IfTap& tap) { return !tap.dial || (tap.dial->from <= dial && dial <= tap.dial->to); };
  const auto found = std::ranges::find_if(taps, holds);
  return found != taps.end() ? std::optional(*found) : std::nullopt;
}

}  // namespace spectrumd

// SPDX-License-Identifier: MIT
#include "daemon/outputs/recording_name.h"

#include <fmt/format.h>

#include <cmath>

namespace spectrumd {

std::string recording_name(Time time, Hertz center) {
  std::string text = format_time(time);  // 2026-11-21T08:03:49.123456Z
  std::erase(text, ':');
  return fmt::format("{}Z_{}Hz", text.substr(0, text.find('.')), format_number(std::round(center.value)));
}

}  // namespace spectrumd

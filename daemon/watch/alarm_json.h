// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

#include "daemon/config/json.h"
#include "daemon/watch/book/book.h"

namespace spectrumd {

Json alarm_json(const Alarm& alarm);
Json alarm_json(const BookedAlarm& alarm);  // with its evidence

// "433.92M: appear, -52.3 dB, 12 dB over the floor".
std::string line_of(const Alarm& alarm);

// A text with {id}, {rule}, {name}, {kind}, {state}, {frequency_hz}, {frequency}, {width_hz}, {peak_db}, {floor_db},
// {begin}, {end} and {seconds} replaced; other braces stay. Replacements are not searched again.
std::string filled_in(std::string_view text, const Alarm& alarm);

}  // namespace spectrumd

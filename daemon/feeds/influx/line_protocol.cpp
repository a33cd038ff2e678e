// SPDX-License-Identifier: MIT
#include "daemon/feeds/influx/line_protocol.h"

#include <fmt/format.h>

namespace spectrumd {
namespace {

constexpr std::string_view kInMeasurement = ", ", kInKeys = ",= ";

// Without ends of lines, and without a backslash at the end, which would escape what follows.
std::string escaped_for(std::string_view special, std::string_view text) {
  std::string safe;
  for (const char letter : text) {
    if (special.find(letter) != std::string_view::npos) safe += '\\';
    safe += static_cast<unsigned char>(letter) < ' ' ? '_' : letter;
  }
  if (safe.ends_with('\\')) safe += '_';
  return safe;
}

bool is_finite(std::string_view number) {
  return !number.empty() && number.find_first_not_of("0123456789+-.e") == std::string_view::npos;
}

}  // namespace

InfluxLine::InfluxLine(std::string_view measurement) : head_(escaped_for(kInMeasurement, measurement)) {}

InfluxLine& InfluxLine::tag(std::string_view key, std::string_view value) {
  if (!value.empty()) head_ += fmt::format(",{}={}", escaped_for(kInKeys, key), escaped_for(kInKeys, value));
  return *this;
}

InfluxLine& InfluxLine::field(std::string_view key, std::string_view number) {
  if (is_finite(number))
    fields_ += fmt::format("{}{}={}", fields_.empty() ? "" : ",", escaped_for(kInKeys, key), number);
  return *this;
}

std::optional<std::string> InfluxLine::at(std::chrono::milliseconds since_1970) const {
  if (fields_.empty()) return std::nullopt;
  return fmt::format("{} {} {}\n", head_, fields_, since_1970.count());
}

}  // namespace spectrumd

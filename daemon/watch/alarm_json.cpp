// SPDX-License-Identifier: MIT
#include "daemon/watch/alarm_json.h"

#include <fmt/format.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "daemon/config/key_values.h"

namespace spectrumd {
namespace {

double rounded(double value) { return std::round(value * 100) / 100; }

bool is_share(RuleKind kind) { return kind == RuleKind::Occupancy || kind == RuleKind::Health; }

double lasted(const Alarm& alarm) {
  return std::chrono::duration<double>(alarm.end.value_or(alarm.last_on) - alarm.begin).count();
}

std::string value_of(std::string_view key, const Alarm& alarm) {
  if (key == "id") return std::to_string(alarm.id);
  if (key == "rule") return std::to_string(alarm.rule);
  if (key == "name") return alarm.name;
  if (key == "kind") return std::string(to_string(alarm.kind));
  if (key == "state") return alarm.end ? "ended" : "began";
  if (key == "frequency_hz") return fmt::format("{:.0f}", alarm.frequency);
  if (key == "frequency") return format_number(std::round(alarm.frequency));
  if (key == "width_hz") return fmt::format("{:.0f}", alarm.width);
  if (key == "peak_db") return fmt::format("{:.1f}", alarm.peak);
  if (key == "floor_db") return fmt::format("{:.1f}", alarm.floor);
  if (key == "begin") return format_time(alarm.begin);
  if (key == "end") return alarm.end ? format_time(*alarm.end) : "";
  if (key == "seconds") return fmt::format("{:.1f}", lasted(alarm));
  return fmt::format("{{{}}}", key);
}

Json words_of(const std::string& names) {
  Json words = Json::array();
  std::string_view left = names;
  while (!left.empty()) {
    const std::string_view word = left.substr(0, left.find(' '));
    words.push_back(word);
    left.remove_prefix(std::min(word.size() + 1, left.size()));
  }
  return words;
}

}  // namespace

Json alarm_json(const Alarm& alarm) {
  return {{"id", alarm.id},
          {"rule", alarm.rule},
          {"name", alarm.name},
          {"kind", to_string(alarm.kind)},
          {"state", alarm.end ? "ended" : "open"},
          {"begin", format_time(alarm.begin)},
          {"last_on", format_time(alarm.last_on)},
          {"end", alarm.end ? Json(format_time(*alarm.end)) : Json()},
          {"seconds", rounded(lasted(alarm))},
          {"reason", alarm.reason},
          {"frequency_hz", alarm.frequency > 0 ? number_json(std::round(alarm.frequency)) : Json()},
          {"width_hz", number_json(std::round(alarm.width))},
          {"peak", rounded(alarm.peak)},
          {"unit", is_share(alarm.kind) ? "%" : "dB"},
          {"floor_db", rounded(alarm.floor)},
          {"duty", rounded(alarm.duty)}};
}

Json alarm_json(const BookedAlarm& alarm) {
  Json json = alarm_json(static_cast<const Alarm&>(alarm));
  json["evidence"] = words_of(alarm.evidence);
  json["recording"] = alarm.recording.empty() ? Json() : Json(alarm.recording);
  json["note"] = alarm.note;
  return json;
}

std::string line_of(const Alarm& alarm) {
  const std::string where = alarm.frequency > 0 ? format_number(std::round(alarm.frequency)) + "Hz" : "radio";
  const std::string level =
      is_share(alarm.kind) ? fmt::format("{:.1f} %", alarm.peak)
                           : fmt::format("{:.1f} dB, {:.1f} dB over the floor", alarm.peak, alarm.peak - alarm.floor);
  const std::string ended = alarm.end ? fmt::format(", {} after {:.1f} s", alarm.reason, lasted(alarm)) : "";
  return fmt::format("{}: {}, {}{}", alarm.name, where, level, ended);
}

std::string filled_in(std::string_view text, const Alarm& alarm) {
  std::string result;
  while (!text.empty()) {
    const std::size_t open = text.find('{');
    result += text.substr(0, open);
    if (open == std::string_view::npos) break;
    text.remove_prefix(open);
    const std::size_t close = text.find('}');
    if (close == std::string_view::npos) return result + std::string(text);
    result += value_of(text.substr(1, close - 1), alarm);
    text.remove_prefix(close + 1);
  }
  return result;
}

}  // namespace spectrumd

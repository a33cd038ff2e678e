// SPDX-License-Identifier: MIT
#include "daemon/config/feed_values.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>

#include "daemon/config/followed_rig.h"
#include "daemon/config/host_port.h"
#include "daemon/config/if_tap.h"
#include "daemon/config/influx_server.h"
#include "daemon/config/key_values.h"
#include "daemon/config/listen_address.h"
#include "daemon/config/mqtt_broker.h"
#include "daemon/config/reached.h"
#include "daemon/config/report_store.h"
#include "daemon/config/spot_source.h"

namespace spectrumd {
namespace {

constexpr std::array<std::string_view, 6> kReportLevels{"1s", "10s", "1min", "10min", "2h", "alarms"};

// The text as `parse` reads it, written in full.
template <class Parse>
std::string in_full(const std::string& text, Parse parse, std::string_view what) {
  if (const auto parsed = parse(text)) return to_string(*parsed);
  throw KeyError(fmt::format("{} is not {}", shown_value(text), what));
}

template <class Parse>
std::string in_full_or_empty(const std::string& text, Parse parse, std::string_view what) {
  return text.empty() ? "" : in_full(text, parse, what);
}

// A field, a square, and if so many are given a subsquare and an extended square: pairs of letters and of digits.
bool is_locator(std::string_view text) {
  constexpr std::array<std::string_view, 4> kFirstToLast{"AR", "09", "AX", "09"};
  if (text.size() != 4 && text.size() != 6 && text.size() != 8) return false;
  for (std::size_t n = 0; n < text.size(); ++n)
    if (text[n] < kFirstToLast.at(n / 2).front() || text[n] > kFirstToLast.at(n / 2).back()) return false;
  return true;
}

}  // namespace

std::string address_of(const Json& value, std::uint16_t usual_port) {
  const std::string text = value.is_number_integer() ? value.dump() : text_of(value);
  return in_full_or_empty(
      text, [usual_port](const std::string& address) { return parse_listen(address, usual_port); },
      fmt::format("ADDRESS:PORT, such as 127.0.0.1:{0} or 0.0.0.0:{0}", usual_port));
}

std::string server_of(const Json& value, std::uint16_t usual_port) {
  return in_full_or_empty(
      text_of(value), [usual_port](const std::string& server) { return parse_host_port(server, usual_port); },
      fmt::format("HOST:PORT, such as 192.168.1.20:{}", usual_port));
}

std::vector<std::string> spot_sources_of(const Json& value) {
  auto sources = list_of(value);
  for (std::string& source : sources)
    source = in_full(source, parse_spot_source,
                     "wsjtx[:ADDRESS:PORT], dxcluster:HOST[:PORT], an http or https URL, or file:PATH");
  return sources;
}

std::string mqtt_of(const Json& value) {
  return in_full_or_empty(text_of(value), parse_mqtt_broker,
                          "mqtt[s]://[USER@]HOST[:PORT][/PREFIX], such as mqtt://192.168.1.5/spectrumd");
}

std::string topic_of(const Json& value) {
  std::string topic = text_of(value);
  if (topic.find_first_of("+#$") != std::string::npos || topic.starts_with('/') || topic.ends_with('/'))
    throw KeyError(fmt::format("{} is not a topic such as spectrumd/look", shown_value(topic)));
  return topic;
}

std::string followed_rig_of(const Json& value) {
  return in_full_or_empty(text_of(value), parse_followed_rig,
                          "rigctld:HOST[:PORT], flrig:HOST[:PORT] or tci:HOST[:PORT], such as rigctld:127.0.0.1");
}

std::vector<std::string> if_taps_of(const Json& value) {
  if (value.is_string() && lower_case(text_of(value)) == "none") return {};
  auto taps = list_of(value);
  for (std::string& tap : taps)
    tap = in_full(tap, parse_if_tap, "an intermediate frequency such as 68.33M, 68.33M- or 68.33M@0:30M");
  return taps;
}

// No message repeats an URL: it may have a password.
std::vector<std::string> report_stores_of(const Json& value) {
  auto stores = split_report_stores(list_of(value));
  for (const std::string& store : stores)
    if (!parse_report_store(store))
      throw KeyError(
          "is not postgresql://[USER@]HOST[:PORT]/DATABASE without a password; that belongs in report.password, or in "
          "a file that ...?passfile=FILE names");
  return stores;
}

std::vector<std::string> report_levels_of(const Json& value) {
  auto levels = list_of(value);
  for (std::string& level : levels) level = one_of(level, kReportLevels);
  return levels;
}

std::string locator_of(const Json& value) {
  std::string text = text_of(value);
  std::ranges::transform(text, text.begin(), [](char letter) {
    return letter >= 'a' && letter <= 'z' ? static_cast<char>(letter - 32) : letter;
  });
  if (text.empty() || is_locator(text)) return text;
  throw KeyError(
      fmt::format("{} is not a Maidenhead locator of 4, 6 or 8 characters, such as JO62QM", shown_value(value)));
}

// No message repeats an URL here, either.
std::vector<std::string> reached_of(const Json& value) {
  auto all = list_of(value);
  for (std::string& each : all) {
    const auto reached = parse_reached(each);
    if (!reached)
      throw KeyError("is not NAME=http[s]://HOST[:PORT] without a user, such as shack=http://10.0.0.5:8088");
    each = to_string(*reached);
  }
  return all;
}

// No message repeats one.
std::vector<std::string> reach_tokens_of(const Json& value) {
  auto all = list_of(value);
  for (const std::string& each : all) {
    const std::size_t sign = each.find('=');
    try {
      if (sign != 0 && !token_of(Json(each.substr(sign == std::string::npos ? 0 : sign + 1))).empty()) continue;
    } catch (const KeyError&) {
    }
    throw KeyError("is not NAME=TOKEN, or a token, as `spectrumd user add` prints it");
  }
  return all;
}

std::string influx_of(const Json& value) {
  return in_full_or_empty(text_of(value), parse_influx_server,
                          "http[s]://[USER@]HOST[:PORT]/write?db=NAME or .../api/v2/write?org=NAME&bucket=NAME");
}

}  // namespace spectrumd

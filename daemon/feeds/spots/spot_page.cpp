// SPDX-License-Identifier: MIT
#include "daemon/feeds/spots/spot_page.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>

#include "daemon/config/json_text.h"
#include "daemon/config/plain_text.h"
#include "daemon/feeds/spots/callsign.h"

namespace spectrumd {
namespace {

using namespace std::chrono_literals;

constexpr double kHighestSpotHz = 300e9, kHertzPerKilohertz = 1e3, kMegahertz = 1e6;
constexpr std::size_t kLongestSpotText = 200, kLongestSpotLabel = 32;
constexpr JsonLimits kPageLimits{.bytes = kLongestSpotPage, .depth = 8, .values = 200'000, .repeated_keys = true};

// A network: how its spots are written.
struct Network {
  std::string_view source;
  std::chrono::seconds period;
  std::string_view mark;  // a key that only its spots have
  std::string_view call, frequency, mode, place, time;
  double unit;        // of the frequency, in hertz
  bool calls = true;  // its labels are callsigns
};

constexpr std::array<Network, 5> kNetworks{
    {{"PSK Reporter", 300s, "senderCallsign", "senderCallsign", "frequency", "mode", "senderLocator",
      "flowStartSeconds", 1},
     {"PSK Reporter", 300s, "sc", "sc", "f", "md", "sl", "t", 1},  // the short keys of its MQTT messages
     {"POTA", 60s, "activator", "activator", "frequency", "mode", "reference", "spotTime", kHertzPerKilohertz},
     {"SOTA", 60s, "activatorCallsign", "activatorCallsign", "frequency", "mode", "summitCode", "timeStamp",
      kMegahertz},
     {"file", 60s, "frequency_hz", "label", "frequency_hz", "", "comment", "time", 1, false}}};

// In JSON behind a name and in brackets, for a script: "doNothing({...});".
std::string_view without_call(std::string_view text) {
  text.remove_prefix(std::min(text.find_first_not_of(" \t\r\n\xEF\xBB\xBF"), text.size()));
  if (text.empty() || text.front() == '{' || text.front() == '[') return text;
  const std::size_t open = text.find('('), close = text.rfind(')');
  const bool has_both = open != std::string_view::npos && close != std::string_view::npos && open < close;
  return has_both ? text.substr(open + 1, close - open - 1) : text;
}

std::string text_at(const Json& spot, std::string_view key, std::size_t longest) {
  const auto found = key.empty() ? spot.end() : spot.find(key);
  if (found == spot.end() || found->is_null()) return "";
  std::string text = found->is_string() ? found->get<std::string>() : found->is_number() ? found->dump() : "";
  if (text.size() > longest) text.resize(longest);
  return text;
}

// Some write numbers as text, with blanks.
std::optional<double> number_at(const Json& spot, std::string_view key) {
  std::string text = text_at(spot, key, kLongestSpotText);
  std::erase(text, ' ');
  return plain_number<double>(text);
}

// In UTC, even if they do not say so.
std::optional<Time> time_at(const Json& spot, std::string_view key) {
  std::string text = text_at(spot, key, kLongestSpotText);
  if (text.find('T') != std::string::npos && !text.ends_with('Z') && text.find('+') == std::string::npos) text += 'Z';
  return parse_time(text);
}

std::string comment_of(const Json& spot, const Network& network) {
  std::string comment = text_at(spot, network.mode, kLongestSpotText);
  for (const std::string& more :
       {text_at(spot, network.place, kLongestSpotText), text_at(spot, "name", kLongestSpotText)})
    if (!more.empty()) comment += (comment.empty() ? "" : " ") + more;
  if (comment.size() > kLongestSpotText) comment.resize(kLongestSpotText);
  return comment;
}

std::optional<ReportedSpot> spot_of(const Json& spot, const Network& network) {
  if (!spot.is_object()) return std::nullopt;
  ReportedSpot reported{.frequency = {number_at(spot, network.frequency).value_or(0) * network.unit},
                        .label = text_at(spot, network.call, kLongestSpotLabel),
                        .comment = comment_of(spot, network),
                        .heard = time_at(spot, network.time)};
  const bool has_label = network.calls ? is_callsign(reported.label) : !reported.label.empty();
  const double hertz = reported.frequency.value;
  return has_label && hertz > 0 && hertz < kHighestSpotHz ? std::optional(reported) : std::nullopt;
}

// The list is the page, or the first list in it.
const Json* list_in(const Json& page) {
  if (page.is_array()) return &page;
  for (const auto& value : page)
    if (page.is_object() && value.is_array()) return &value;
  return nullptr;
}

const Network* network_of(const Json& list) {
  for (const Json& spot : list)
    for (const Network& network : kNetworks)
      if (spot.is_object() && spot.contains(network.mark)) return &network;
  return nullptr;
}

}  // namespace

SpotPage parse_spot_page(std::string_view text) {
  Json page;
  try {
    page = parse_json(without_call(text), kPageLimits);
  } catch (const JsonError& error) {
    throw SpotPageError(fmt::format("no JSON: {}", error.what()));
  }
  const Json* const list = list_in(page);
  if (!list) throw SpotPageError("no list of spots");
  const Network* const network = network_of(*list);
  if (!network && !list->empty()) throw SpotPageError("spots of no known network: PSK Reporter, POTA, SOTA");
  if (!network) return {.source = "", .period = kNetworks.front().period, .spots = {}};
  SpotPage result{.source = std::string(network->source), .period = network->period, .spots = {}};
  for (const Json& spot : *list)
    if (auto reported = spot_of(spot, *network)) result.spots.push_back(*std::move(reported));
  return result;
}

}  // namespace spectrumd

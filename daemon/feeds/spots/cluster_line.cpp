// SPDX-License-Identifier: MIT
#include "daemon/feeds/spots/cluster_line.h"

#include <cstddef>

#include "daemon/config/plain_text.h"
#include "daemon/feeds/spots/callsign.h"

namespace spectrumd {
namespace {

constexpr double kKilo = 1e3, kHighestKhz = 300e6;
constexpr std::string_view kSpotPrefix = "DX de ";
constexpr std::string_view kBlanks = " \t\r\a";  // some clusters ring the bell

void trim(std::string_view& text) { text = trimmed(text, kBlanks); }

std::string_view take_word(std::string_view& text) {
  trim(text);
  const std::string_view word = text.substr(0, text.find_first_of(kBlanks));
  text.remove_prefix(word.size());
  return word;
}

// "2059Z", which stands behind the comment; a locator may follow.
bool is_time(std::string_view word) {
  return word.size() == 5 && word.back() == 'Z' && word.find_first_not_of("0123456789") == 4;
}

// Without the time, and a locator behind it.
std::string_view without_time(std::string_view text) {
  trim(text);
  std::string_view rest = text;
  for (int words = 0; words < 2; ++words) {
    const std::size_t space = rest.find_last_of(kBlanks);
    const std::string_view last = rest.substr(space == std::string_view::npos ? 0 : space + 1);
    rest.remove_suffix(last.size());
    trim(rest);
    if (is_time(last)) return rest;
  }
  return text;
}

}  // namespace

// By words: long names of spotters move the columns.
std::optional<ClusterSpot> parse_cluster_line(std::string_view line) {
  trim(line);
  if (!line.starts_with(kSpotPrefix)) return std::nullopt;
  line.remove_prefix(kSpotPrefix.size());
  const std::size_t colon = line.find(':');
  if (colon == std::string_view::npos) return std::nullopt;
  ClusterSpot spot{.spotter = std::string(line.substr(0, colon))};
  line.remove_prefix(colon + 1);
  const auto khz = plain_number<double>(take_word(line));
  if (!khz || !(*khz > 0 && *khz < kHighestKhz)) return std::nullopt;
  spot.frequency = {*khz * kKilo};
  spot.call = take_word(line);
  if (!is_callsign(spot.call)) return std::nullopt;
  spot.comment = without_time(line);
  return spot;
}

}  // namespace spectrumd

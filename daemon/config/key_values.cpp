// SPDX-License-Identifier: MIT
#include "daemon/config/key_values.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <bit>
#include <cctype>
#include <cmath>
#include <nlohmann/json.hpp>

#include "command_line/nearest.h"
#include "daemon/config/listen_address.h"
#include "daemon/config/span_text.h"
#include "gpufft/backend.h"

namespace spectrumd {
namespace {

constexpr std::size_t kShortestFft = 16;
constexpr std::size_t kLongestOddFft = std::size_t{1} << 16;  // other than powers of two, which cost three transforms
constexpr std::size_t kLongestFft = std::size_t{1} << 22;
constexpr std::size_t kShortestToken = 16;
constexpr std::size_t kLongestText = 4096;

void check_backend(const std::string& name) {
  try {
    gpufft::backend_named(name);
  } catch (const gpufft::PlanError& error) {
    throw KeyError(error.what());
  }
}

bool is_letter_or_digit(char c) { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

bool consists_of(std::string_view text, std::string_view others) {
  return std::all_of(text.begin(), text.end(),
                     [&](char c) { return is_letter_or_digit(c) || others.find(c) != std::string_view::npos; });
}

// In files it is valid UTF-8, which their parser checks; flags may contain anything.
bool is_utf8(const Json& value) {
  try {
    return !value.dump().empty();
  } catch (const Json::type_error&) {
    return false;
  }
}

double number_of(const Json& value, Units units) {
  if (value.is_number()) return value.get<double>();
  const auto number = value.is_string() ? parse_number(value.get_ref<const std::string&>(), units) : std::nullopt;
  if (!number) throw KeyError(fmt::format("{} is not a number", shown_value(value)));
  return *number;
}

bool is_word(const Json& value, std::string_view word) {
  return value.is_string() && lower_case(value.get<std::string>()) == word;
}

std::string lower_case_name(const std::string& name, std::string_view others, std::string_view what) {
  if (name.empty() || !consists_of(name, others)) throw KeyError(fmt::format("\"{}\" is not {}", name, what));
  return lower_case(name);
}

}  // namespace

std::string shown_value(const Json& value) {
  std::string text = value.dump(-1, ' ', true, Json::error_handler_t::replace);
  return text.size() > 60 ? text.substr(0, 57) + "..." : text;
}

double number_in(const Json& value, Range range, Units units) {
  const double number = number_of(value, units);
  if (number >= range.least && number <= range.most) return number;
  throw KeyError(fmt::format("{} is not in {} to {}", format_number(number), format_number(range.least),
                             format_number(range.most)));
}

// 100 is 100 MHz without its M: no radio here receives 100 Hz. 0 is the middle of a baseband.
Hertz center_of(const Json& value) {
  constexpr double kLeast = 1e3;
  const double center = number_in(value, {0, kMostFrequency}, kHertz);
  if (center == 0 || center >= kLeast) return {center};
  throw KeyError(fmt::format("{0} is {0} Hz; for MHz write {0}M", format_number(center)));
}

// 2400 and 2.4 are the rate of most sticks in other units; no recording has fewer than 8000 samples a second.
Hertz rate_of(const Json& value) {
  constexpr double kLeast = 8e3, kMost = 100e6;
  const double rate = number_of(value, kHertz);
  if (rate <= 0 || rate >= kLeast) return {number_in(value, {kLeast, kMost}, kHertz)};
  const char unit = rate < 100 ? 'M' : 'k';
  throw KeyError(fmt::format("{0} is {0} samples a second, less than {1}; for {2}S/s write {0}{2}", rate,
                             format_number(kLeast), unit));
}

std::optional<Decibels> decibels_in(const Json& value, std::string_view word, Range range) {
  if (is_word(value, word)) return std::nullopt;
  if (value.is_string() && !parse_number(value.get_ref<const std::string&>(), kDecibels))
    throw KeyError(fmt::format("{} is neither {} nor a number of decibels", shown_value(value), word));
  return Decibels{number_in(value, range, kDecibels)};
}

std::uint64_t count_in(const Json& value, Range range) {
  const double number = number_in(value, range);
  if (number != std::floor(number)) throw KeyError(fmt::format("{} is not a whole number", format_number(number)));
  return static_cast<std::uint64_t>(number);
}

bool yes_or_no(const Json& value) {
  if (value.is_boolean()) return value.get<bool>();
  if (is_word(value, "true")) return true;
  if (is_word(value, "false")) return false;
  throw KeyError(fmt::format("{} is neither true nor false", shown_value(value)));
}

std::string text_of(const Json& value) {
  if (!value.is_string()) throw KeyError(fmt::format("{} is not a string; write it in quotes", shown_value(value)));
  if (!is_utf8(value)) throw KeyError(fmt::format("{} is not UTF-8", shown_value(value)));
  auto text = value.get<std::string>();
  const auto is_control = [](char c) { return static_cast<unsigned char>(c) < ' ' || c == '\x7f'; };
  if (std::any_of(text.begin(), text.end(), is_control)) throw KeyError("contains control characters");
  if (text.size() > kLongestText) throw KeyError(fmt::format("longer than {} bytes", kLongestText));
  return text;
}

std::vector<std::string> list_of(const Json& value) {
  std::vector<std::string> items;
  if (value.is_array()) {
    for (const Json& item : value) items.push_back(text_of(item));
    return items;
  }
  const std::string text = text_of(value);
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find(',', at), text.size());
    items.push_back(text.substr(at, end - at));
    at = end + 1;
  }
  return items;
}

std::string one_of(const Json& value, std::span<const std::string_view> names) {
  std::string name = lower_case(text_of(value));
  if (std::find(names.begin(), names.end(), name) != names.end()) return name;
  const auto near = command_line::nearest(name, names);
  throw KeyError(fmt::format("\"{}\" is not one of {}{}", name, fmt::join(names, ", "),
                             near ? fmt::format("; did you mean {}?", *near) : ""));
}

std::optional<gpufft::Window> window_named(std::string_view name) {
  const std::string lower = lower_case(name);
  return gpufft::parse_window(lower == "hanning" ? "hann" : lower);
}

std::string source_of(const Json& value) {
  std::string source = text_of(value);
  if (source.empty()) throw KeyError("is empty; sim needs no radio");
  return source;
}

std::string backend_of(const Json& value) {
  std::string name = text_of(value);
  if (is_word(value, "auto")) name = "auto";
  if (name != "auto") check_backend(name);
  return name;
}

std::string qpu_device_of(const Json& value) {
  const std::string device = text_of(value);
  if (device != "real" && !device.starts_with("emulated"))
    throw KeyError(fmt::format("\"{}\" is neither real nor emulated nor emulated:BOARD", device));
  check_backend("qpu:" + device);
  return device;
}

std::size_t fft_length(const Json& value) {
  const auto length = static_cast<std::size_t>(count_in(value, {kShortestFft, kLongestFft}));
  if (length <= kLongestOddFft || std::has_single_bit(length)) return length;
  throw KeyError(fmt::format("{} is not a power of two and above {}; nearest: {} and {}", length, kLongestOddFft,
                             std::bit_floor(length), std::bit_ceil(length)));
}

std::optional<Span> span_of(const Json& value) {
  const std::string text = text_of(value);
  if (is_word(value, "none")) return std::nullopt;
  if (const auto span = parse_span(text)) return span;
  throw KeyError(fmt::format("{} is neither a span such as 88M:108M nor none", shown_value(value)));
}

std::string token_of(const Json& value) {
  // A secret: no message repeats it.
  if (!value.is_string()) throw KeyError("not a string; write it in quotes");
  std::string token = text_of(value);
  if (!consists_of(token, "._~-")) throw KeyError("only letters, digits and . _ ~ - are allowed");
  if (!token.empty() && token.size() < kShortestToken)
    throw KeyError(fmt::format("shorter than {} characters; `openssl rand -hex 16` generates one", kShortestToken));
  return token;
}

std::string listen_of(const Json& value) {
  const auto address = parse_listen(value.is_number_integer() ? value.dump() : text_of(value));
  if (address) return to_string(*address);
  throw KeyError(
      fmt::format("{} is not ADDRESS:PORT, such as 127.0.0.1:8088, [::1]:8088 or 0.0.0.0:8088", shown_value(value)));
}

std::string callsign_of(const Json& value) {
  constexpr std::size_t kLongest = 16;
  std::string text = text_of(value);
  std::ranges::transform(text, text.begin(), [](unsigned char letter) { return std::toupper(letter); });
  if (text.size() > kLongest || !consists_of(text, "-/"))
    throw KeyError(fmt::format("{} is not a valid callsign", shown_value(value)));
  return text;
}

std::string share_of(const Json& value) {
  constexpr std::string_view kKind = "rtl_tcp=";
  const std::string text = text_of(value);
  if (text.empty()) return "";
  const auto address =
      text.starts_with(kKind) ? parse_listen(std::string_view(text).substr(kKind.size())) : std::nullopt;
  if (address) return std::string(kKind) + to_string(*address);
  throw KeyError(
      fmt::format("{} is not rtl_tcp=PORT or rtl_tcp=ADDRESS:PORT, such as rtl_tcp=1234", shown_value(value)));
}

std::vector<std::string> hosts_of(const Json& value) {
  auto hosts = list_of(value);
  for (auto& host : hosts) host = lower_case_name(host, ".-", "a host name, such as pi.local, without port");
  return hosts;
}

std::vector<unsigned> shares_of(const Json& value) {
  constexpr std::size_t kLevels = 5;
  constexpr unsigned kWhole = 100;
  std::vector<unsigned> shares;
  unsigned sum = 0;
  const auto add = [&](const Json& share) {
    shares.push_back(static_cast<unsigned>(count_in(share, {1, kWhole})));
    sum += shares.back();
  };
  if (value.is_array())
    for (const Json& share : value) add(share);
  else
    for (const std::string& share : list_of(value)) add(share);
  if (shares.size() != kLevels || sum > kWhole)
    throw KeyError(fmt::format("expected {} percentages that add up to 100 or less", kLevels));
  return shares;
}

std::vector<std::string> origins_of(const Json& value) {
  constexpr std::string_view kWhat = "an origin, such as https://example.org or http://pi.local:8000, without path";
  auto origins = list_of(value);
  for (auto& origin : origins) {
    origin = lower_case_name(origin, ".-:/[]", kWhat);
    const std::size_t name = origin.find("://") + 3;
    const bool web = origin.starts_with("http://") || origin.starts_with("https://");
    if (!web || name == origin.size() || origin.find('/', name) != std::string::npos)
      throw KeyError(fmt::format("\"{}\" is not {}", origin, kWhat));
  }
  return origins;
}

Json number_json(double value) {
  constexpr double kExact = 9007199254740992;  // 2^53
  if (value == std::floor(value) && std::abs(value) <= kExact) return static_cast<std::int64_t>(value);
  return value;
}

}  // namespace spectrumd

// SPDX-License-Identifier: MIT
#include "daemon/server/websocket/deflate_offer.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <string_view>
#include <system_error>
#include <vector>

#include "daemon/config/plain_text.h"

namespace spectrumd {

namespace {

constexpr std::string_view kSpace = " \t";
constexpr int kMostWindowBits = 15;
constexpr int kLeastWindowBits = 9;  // zlib has no smaller window

std::vector<std::string_view> trimmed_parts(std::string_view text, char separator) {
  auto parts = parts_of(text, separator);
  for (std::string_view& part : parts) part = trimmed(part, kSpace);
  return parts;
}

struct OfferedParameter {
  std::string_view name;
  std::optional<std::string_view> value;
};

OfferedParameter parameter_of(std::string_view text) {
  const std::size_t equals = text.find('=');
  if (equals == std::string_view::npos) return {.name = text, .value = {}};
  std::string_view value = trimmed(text.substr(equals + 1), kSpace);
  if (value.size() >= 2 && value.starts_with('"') && value.ends_with('"')) value = value.substr(1, value.size() - 2);
  return {.name = trimmed(text.substr(0, equals), kSpace), .value = value};
}

// 8 to 15 in decimal, without leading zeros.
std::optional<int> window_bits_in(std::string_view value) {
  const auto bits = plain_number<int>(value);
  return bits && !value.starts_with('0') && *bits >= 8 && *bits <= kMostWindowBits ? bits : std::nullopt;
}

// False if the offer cannot be accepted.
bool apply(const OfferedParameter& parameter, DeflateTerms& terms) {
  if (parameter.name == "client_no_context_takeover") return !parameter.value;
  if (parameter.name == "client_max_window_bits") return !parameter.value || window_bits_in(*parameter.value);
  if (parameter.name == "server_no_context_takeover") {
    terms.keeps_context = false;
    return !parameter.value;
  }
  if (parameter.name != "server_max_window_bits" || !parameter.value) return false;
  const auto bits = window_bits_in(*parameter.value);
  if (!bits || *bits < kLeastWindowBits) return false;
  terms.window_bits = *bits;
  terms.names_window = true;
  return true;
}

std::optional<DeflateTerms> terms_of(std::string_view offer) {
  const auto parts = trimmed_parts(offer, ';');
  if (parts.front() != "permessage-deflate") return std::nullopt;
  DeflateTerms terms;
  std::set<std::string_view> seen;
  for (std::size_t i = 1; i < parts.size(); ++i) {
    const OfferedParameter parameter = parameter_of(parts[i]);
    if (!seen.insert(parameter.name).second || !apply(parameter, terms)) return std::nullopt;
  }
  return terms;
}

}  // namespace

std::optional<DeflateTerms> deflate_terms(const RequestHead& head) {
  for (const auto& [name, value] : head.headers) {
    if (!same_name(name, "Sec-WebSocket-Extensions")) continue;
    for (const std::string_view offer : trimmed_parts(value, ','))
      if (const auto terms = terms_of(offer)) return terms;
  }
  return std::nullopt;
}

std::string deflate_answer(const DeflateTerms& terms) {
  std::string answer = "permessage-deflate; client_no_context_takeover";
  if (!terms.keeps_context) answer += "; server_no_context_takeover";
  if (terms.names_window) answer += fmt::format("; server_max_window_bits={}", terms.window_bits);
  return answer;
}

}  // namespace spectrumd

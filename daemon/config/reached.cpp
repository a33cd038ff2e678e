// SPDX-License-Identifier: MIT
#include "daemon/config/reached.h"

#include <algorithm>

#include "daemon/config/host_port.h"

namespace spectrumd {
namespace {

constexpr std::string_view kPlainScheme = "http://", kTlsScheme = "https://";
constexpr std::uint16_t kWebPort = 80, kWebTlsPort = 443;

}  // namespace

std::optional<Reached> parse_reached(std::string_view text) {
  const std::size_t sign = text.find('=');
  if (sign == 0 || sign == std::string_view::npos) return std::nullopt;
  Reached reached{.name = std::string(text.substr(0, sign)), .url = std::string(text.substr(sign + 1))};
  const bool tls = reached.url.starts_with(kTlsScheme);
  if (!tls && !reached.url.starts_with(kPlainScheme)) return std::nullopt;
  if (!reached.url.ends_with('/')) reached.url += '/';
  const std::string_view place = std::string_view(reached.url).substr(tls ? kTlsScheme.size() : kPlainScheme.size());
  const std::string_view server = place.substr(0, place.find('/'));
  const auto fits = [](char letter) {
    return letter > ' ' && letter < '\x7f' &&
           std::string_view("@?#\\%\"<>{}|^`").find(letter) == std::string_view::npos;
  };
  if (!std::ranges::all_of(place, fits) || !parse_host_port(server, tls ? kWebTlsPort : kWebPort)) return std::nullopt;
  return reached;
}

std::string to_string(const Reached& reached) { return reached.name + "=" + reached.url; }

}  // namespace spectrumd

// SPDX-License-Identifier: MIT
#include "daemon/config/influx_server.h"

#include <fmt/format.h>

#include <algorithm>

namespace spectrumd {
namespace {

constexpr std::string_view kHttp = "http://", kHttps = "https://";
constexpr std::uint16_t kHttpPort = 8086, kHttpsPort = 443;

bool has_parameter(std::string_view query, std::string_view name) {
  while (!query.empty()) {
    const std::string_view parameter = query.substr(0, query.find('&'));
    if (parameter.size() > name.size() + 1 && parameter.starts_with(name) && parameter[name.size()] == '=') return true;
    query.remove_prefix(std::min(query.size(), parameter.size() + 1));
  }
  return false;
}

// A path in front of it is that of a reverse proxy.
bool is_target(std::string_view target) {
  const std::size_t mark = target.find('?');
  if (mark == std::string_view::npos) return false;
  const std::string_view path = target.substr(0, mark), query = target.substr(mark + 1);
  const bool version_2 = path.ends_with("/api/v2/write");
  return std::ranges::all_of(target, [](char letter) { return letter > ' ' && letter < '\x7f' && letter != '#'; }) &&
         path.ends_with("/write") && has_parameter(query, version_2 ? "bucket" : "db");
}

}  // namespace

std::optional<InfluxServer> parse_influx_server(std::string_view text) {
  InfluxServer influx{.tls = text.starts_with(kHttps)};
  if (!influx.tls && !text.starts_with(kHttp)) return std::nullopt;
  text.remove_prefix(influx.tls ? kHttps.size() : kHttp.size());
  const std::size_t slash = std::min(text.find('/'), text.size());
  influx.target = text.substr(slash);
  const auto login = parse_user_at_host(text.substr(0, slash), influx.tls ? kHttpsPort : kHttpPort);
  // A password belongs in feeds.influx_token, which no listing shows.
  if (!login || !is_target(influx.target) || login->user.find(':') != std::string::npos) return std::nullopt;
  influx.user = login->user;
  influx.server = login->server;
  return influx;
}

std::string to_string(const InfluxServer& influx) {
  return fmt::format("{}{}{}", influx.tls ? kHttps : kHttp, to_string(UserAtHost{influx.user, influx.server}),
                     influx.target);
}

}  // namespace spectrumd

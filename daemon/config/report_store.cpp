// SPDX-License-Identifier: MIT
#include "daemon/config/report_store.h"

#include <algorithm>
#include <array>

namespace spectrumd {
namespace {

constexpr std::array<std::string_view, 2> kSchemes{"postgresql://", "postgres://"};

std::string_view without_scheme(std::string_view text) {
  for (const std::string_view scheme : kSchemes)
    if (text.starts_with(scheme)) return text.substr(scheme.size());
  return {};
}

// The value of a parameter as it is written; nullopt if it is not there.
std::optional<std::string_view> parameter(std::string_view query, std::string_view name) {
  while (!query.empty()) {
    const std::string_view item = query.substr(0, query.find('&'));
    if (item.starts_with(name) && item.substr(name.size()).starts_with('=')) return item.substr(name.size() + 1);
    query.remove_prefix(std::min(query.size(), item.size() + 1));
  }
  return std::nullopt;
}

// "shack.local:5432", "[::1]", "%2Frun%2Fpostgresql", "/run/postgresql"; empty is the usual socket.
bool is_local_host(std::string_view host) {
  if (host.empty() || host.starts_with('/') || host.starts_with("%2F") || host.starts_with("%2f")) return true;
  const std::string_view name =
      host.starts_with('[') ? host.substr(0, host.find(']') + 1) : host.substr(0, host.find(':'));
  return name == "localhost" || name.starts_with("127.") || name == "[::1]" || name == "::1";
}

bool all_local(std::string_view hosts) {
  for (;;) {
    const std::size_t comma = hosts.find(',');
    if (!is_local_host(hosts.substr(0, comma))) return false;
    if (comma == std::string_view::npos) return true;
    hosts.remove_prefix(comma + 1);
  }
}

}  // namespace

std::optional<ReportStore> parse_report_store(std::string_view text) {
  const std::string_view rest = without_scheme(text);
  if (rest.empty() || std::ranges::any_of(text, [](unsigned char letter) { return letter <= ' ' || letter == 0x7f; }))
    return std::nullopt;
  const std::size_t mark = std::min(rest.find('?'), rest.size());
  const std::string_view place = rest.substr(0, mark), query = rest.substr(std::min(mark + 1, rest.size()));
  const std::size_t slash = std::min(place.find('/'), place.size());
  const std::string_view authority = place.substr(0, slash);
  const std::size_t at = authority.rfind('@');
  const std::string_view user = at == std::string_view::npos ? "" : authority.substr(0, at);
  if (user.find(':') != std::string_view::npos || parameter(query, "password")) return std::nullopt;
  if (slash + 1 >= place.size() && !parameter(query, "dbname")) return std::nullopt;
  const std::string_view hosts = at == std::string_view::npos ? authority : authority.substr(at + 1);
  return ReportStore{
      .url = std::string(text),
      .shown = std::string(text.substr(0, text.find('?'))),
      .is_local = all_local(parameter(query, "hostaddr").value_or(parameter(query, "host").value_or(hosts))),
      .sslmode = std::string(parameter(query, "sslmode").value_or(""))};
}

std::vector<std::string> split_report_stores(const std::vector<std::string>& pieces) {
  std::vector<std::string> stores;
  for (const std::string& piece : pieces)
    if (stores.empty() || !without_scheme(piece).empty())
      stores.push_back(piece);
    else
      stores.back() += "," + piece;
  return stores;
}

}  // namespace spectrumd

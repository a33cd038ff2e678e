// SPDX-License-Identifier: MIT
#include "daemon/config/spot_source.h"

#include <fmt/format.h>

#include "daemon/config/host_port.h"
#include "daemon/config/listen_address.h"

namespace spectrumd {
namespace {

constexpr std::string_view kWsjtx = "wsjtx", kCluster = "dxcluster", kFile = "file", kJson = ".json";
constexpr std::uint16_t kWsjtxPort = 2237, kClusterPort = 7300;

std::string_view name_of(SpotSource::Kind kind) {
  if (kind == SpotSource::Kind::Wsjtx) return kWsjtx;
  return kind == SpotSource::Kind::Cluster ? kCluster : kFile;
}

bool is_url(std::string_view text) {
  const std::size_t host = text.find("://") + 3;
  return (text.starts_with("http://") || text.starts_with("https://")) && text.size() > host && text[host] != '/';
}

}  // namespace

std::optional<SpotSource> parse_spot_source(std::string_view text) {
  const std::string_view kind = text.substr(0, text.find(':'));
  const std::string_view where = kind.size() < text.size() ? text.substr(kind.size() + 1) : "";
  if (kind == kWsjtx) {
    const auto address = where.empty() ? ListenAddress{.port = kWsjtxPort} : parse_listen(where, kWsjtxPort);
    if (address) return SpotSource{SpotSource::Kind::Wsjtx, to_string(*address)};
  }
  if (kind == kCluster) {
    const auto server = parse_host_port(where, kClusterPort);
    if (server) return SpotSource{SpotSource::Kind::Cluster, to_string(*server)};
  }
  if (kind == kFile && !where.empty()) return SpotSource{SpotSource::Kind::File, std::string(where)};
  if (text.starts_with('/') && text.ends_with(kJson)) return SpotSource{SpotSource::Kind::File, std::string(text)};
  if (is_url(text)) return SpotSource{SpotSource::Kind::Url, std::string(text)};
  return std::nullopt;
}

std::string to_string(const SpotSource& source) {
  if (source.kind == SpotSource::Kind::Url) return source.where;
  return fmt::format("{}:{}", name_of(source.kind), source.where);
}

}  // namespace spectrumd

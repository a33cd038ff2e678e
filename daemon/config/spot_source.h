// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace spectrumd {

// Where spots come from.
struct SpotSource {
  enum class Kind { Wsjtx, Cluster, Url, File };
  Kind kind{};
  std::string where;  // the address to listen at, HOST:PORT of the cluster, the URL or the path
};

// Parses "wsjtx[:[ADDRESS:]PORT]" and "dxcluster:HOST[:PORT]", and fills in the usual ports, 2237 and 7300. An http or
// https URL, "file:PATH" or an absolute path ending in .json is JSON of PSK Reporter, POTA or SOTA.
std::optional<SpotSource> parse_spot_source(std::string_view text);
std::string to_string(const SpotSource& source);

}  // namespace spectrumd

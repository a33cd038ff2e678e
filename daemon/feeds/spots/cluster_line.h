// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "daemon/config/units.h"

namespace spectrumd {

// A spot of a DX cluster.
struct ClusterSpot {
  Hertz frequency;
  std::string call, comment, spotter;
};

// Reads "DX de KB8O:      14240.0  D66D         up 10 59 Ohio                  2059Z EN81"; nullopt for other lines.
std::optional<ClusterSpot> parse_cluster_line(std::string_view line);

}  // namespace spectrumd

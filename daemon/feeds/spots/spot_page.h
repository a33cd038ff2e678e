// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "daemon/config/units.h"

namespace spectrumd {

// A station on a page of spots.
struct ReportedSpot {
  Hertz frequency;
  std::string label, comment;
  std::optional<Time> heard;  // empty: now
};

// A page of spots: JSON of PSK Reporter, of POTA, of SOTA, or of this program itself (GET api/v1/spots).
struct SpotPage {
  std::string source;               // the network: "POTA"
  std::chrono::seconds period{};    // how often it may be fetched
  std::vector<ReportedSpot> spots;  // those that make sense
};

// Why a page has no spots.
struct SpotPageError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

inline constexpr std::size_t kLongestSpotPage = 4 << 20;  // bytes

// The network is known by the keys of its spots. Throws SpotPageError.
SpotPage parse_spot_page(std::string_view text);

}  // namespace spectrumd

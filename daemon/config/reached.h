// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace spectrumd {

// Where a hub finds a receiver: "shack=http://10.0.0.5:8088".
struct Reached {
  std::string name;  // in the fleet, or its number there
  std::string url;   // of its page, "http://10.0.0.5:8088/"
};

// nullopt if it is not NAME=http[s]://HOST[:PORT][/PATH], or has a user, a query or a fragment.
std::optional<Reached> parse_reached(std::string_view text);
std::string to_string(const Reached& reached);

}  // namespace spectrumd

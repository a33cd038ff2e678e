// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "daemon/config/host_port.h"

namespace spectrumd {

// A transceiver whose dial the daemon follows, and the program that controls it.
struct FollowedRig {
  enum class Kind { Rigctld, Flrig, Tci };
  Kind kind{};
  HostPort server;
};

// Parses "rigctld|flrig|tci:HOST[:PORT]"; fills in the usual ports, 4532, 12345 and 40001.
std::optional<FollowedRig> parse_followed_rig(std::string_view text);
std::string to_string(const FollowedRig& rig);

}  // namespace spectrumd

// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

namespace spectrumd {

// What a person may do. Each includes those before it.
enum class Role : std::uint8_t {
  Viewer,    // reads the spectrum, the history, events
  Listener,  // also hears: sound and samples
  Tuner,     // also changes what the radio does
  Admin,     // also rules, what is kept, and who may do what
};

inline constexpr std::array<std::string_view, 4> kRoleNames{"viewer", "listener", "tuner", "admin"};

std::string_view to_string(Role role);
std::optional<Role> parse_role(std::string_view name);

}  // namespace spectrumd

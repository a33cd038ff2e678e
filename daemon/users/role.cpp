// SPDX-License-Identifier: MIT
#include "daemon/users/role.h"

#include <algorithm>

namespace spectrumd {

std::string_view to_string(Role role) { return kRoleNames.at(static_cast<std::size_t>(role)); }

std::optional<Role> parse_role(std::string_view name) {
  const auto* const found = std::ranges::find(kRoleNames, name);
  if (found == kRoleNames.end()) return std::nullopt;
  return static_cast<Role>(found - kRoleNames.begin());
}

}  // namespace spectrumd

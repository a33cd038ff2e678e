// SPDX-License-Identifier: MIT
#include "daemon/server/endpoints/body_keys.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <string>

namespace spectrumd {

void check_keys(const Json& body, std::span<const std::string_view> known) {
  if (!body.is_object()) throw RequestError(400, "bad_value", "expected an object");
  for (const auto& [key, value] : body.items())
    if (std::ranges::find(known, key) == known.end())
      throw RequestError(400, "unknown_key", fmt::format("{}: no such key", shown(key)), shown(key));
}

RequestError bad_value(std::string_view key, std::string_view reason) {
  return {400, "bad_value", fmt::format("{}: {}", key, reason), std::string(key)};
}

}  // namespace spectrumd

// SPDX-License-Identifier: MIT
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <span>
#include <string_view>

#include "daemon/config/key_values.h"
#include "daemon/server/http/request_error.h"

namespace spectrumd {

// Throws RequestError (400) for a body that is not an object or has an unknown key.
void check_keys(const Json& body, std::span<const std::string_view> known);

RequestError bad_value(std::string_view key, std::string_view reason);

// The value of a key of the body, if it has one, read with one of the parsers of settings.
template <class Read>
auto value_in(const Json& body, const char* key, Read read) -> std::optional<decltype(read(body))> {
  if (!body.contains(key)) return std::nullopt;
  try {
    return read(body[key]);
  } catch (const KeyError& error) {
    throw bad_value(key, error.what());
  }
}

}  // namespace spectrumd

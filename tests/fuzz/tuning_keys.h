// SPDX-License-Identifier: MIT
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "daemon/config/json_text.h"
#include "daemon/config/key_search.h"
#include "daemon/config/keys.h"
#include "daemon/server/http/request_error.h"

namespace spectrumd {

// Sets the keys of a tuning. Throws RequestError, KeyError.
inline void take_keys(Settings& settings, const Json& patch) {
  for (const auto& [name, value] : patch.items()) {
    const Key* key = find_tuning_key(name);
    if (!key) throw RequestError(400, "unknown_key", shown(name), shown(name));
    key->set(settings, value);
  }
}

// As a client is answered.
inline std::string error_text(const std::string& code, const std::exception& error) {
  return to_text(error_json({400, code, error.what(), "field"}));
}

}  // namespace spectrumd

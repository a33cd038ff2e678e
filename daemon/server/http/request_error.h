// SPDX-License-Identifier: MIT
#pragma once

#include <stdexcept>
#include <string>
#include <string_view>

#include "daemon/config/json.h"

namespace spectrumd {

// A refused request, as its client sees it (PROTOCOL.md). `field` is empty if no single field is to blame.
struct RequestError : std::runtime_error {
  RequestError(int http_status, std::string error_code, const std::string& message, std::string field_name = "")
      : std::runtime_error(message), status(http_status), code(std::move(error_code)), field(std::move(field_name)) {}
  int status;
  std::string code;
  std::string field;
};
Json error_json(const RequestError& error);
RequestError too_many_changes();                  // 429
std::string shown(std::string_view client_text);  // shortened for a message

// Parses client text: at most 64 KiB, 16 levels deep, no repeated keys, finite numbers. Throws RequestError (400,
// "bad_json").
Json parse_client_json(std::string_view text);

}  // namespace spectrumd

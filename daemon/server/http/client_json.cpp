// SPDX-License-Identifier: MIT
#include "daemon/config/json_text.h"

#include <fmt/format.h>

#include "daemon/server/http/api_error.h"

namespace spectrumd {

namespace {

constexpr JsonLimits kLimits{.bytes = 64 * 1024};

std::string message_of(const JsonError& error) {
  switch (error.kind) {
    case JsonError::Kind::Syntax:
    case JsonError::Kind::ZeroByte:
      return fmt::format("this is no JSON at byte {}", error.byte);
    case JsonError::Kind::TooLargeNumber:
      return fmt::format("a number is too large at byte {}", error.byte);
    case JsonError::Kind::RepeatedKey:
    case JsonError::Kind::Limit:
      break;
  }
  return error.what();
}

}  // namespace

Json parse_client_json(std::string_view text) {
  try {
    return parse_json(text, kLimits);
  } catch (const JsonError& error) {
    throw ApiError(400, "bad_json", message_of(error));
  }
}

}  // namespace spectrumd

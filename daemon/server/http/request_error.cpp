// SPDX-License-Identifier: MIT
#include "daemon/server/http/request_error.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <utility>

#include "daemon/config/json_text.h"

namespace spectrumd {

namespace {

constexpr JsonLimits kLimits{.bytes = 64 * 1024};

std::string message_of(const JsonError& error) {
  switch (error.kind) {
    case JsonError::Kind::Syntax:
    case JsonError::Kind::ZeroByte:
      return fmt::format("invalid JSON at byte {}", error.byte);
    case JsonError::Kind::TooLargeNumber:
      return fmt::format("a number is too large at byte {}", error.byte);
    case JsonError::Kind::RepeatedKey:
    case JsonError::Kind::Limit:
      break;
  }
  return error.what();
}

}  // namespace

Json error_json(const RequestError& error) {
  Json inner{{"code", error.code}, {"message", error.what()}};
  if (!error.field.empty()) inner["field"] = error.field;
  return {{"error", std::move(inner)}};
}

RequestError too_many_changes() {
  return {429, "too_many_changes", "too many changes in a short time; try again in a second"};
}

std::string shown(std::string_view client_text) {
  constexpr std::size_t kMost = 60;
  std::string text;
  for (const char c : client_text.substr(0, kMost))  // a zero would end the message
    text +=
        static_cast<unsigned char>(c) < ' ' ? fmt::format("\\u{:04x}", static_cast<unsigned>(c)) : std::string(1, c);
  return client_text.size() <= kMost ? text : text + "...";
}

Json parse_client_json(std::string_view text) {
  try {
    return parse_json(text, kLimits);
  } catch (const JsonError& error) {
    throw RequestError(400, "bad_json", message_of(error));
  }
}

}  // namespace spectrumd

// SPDX-License-Identifier: MIT
#include "daemon/server/http/api_error.h"

#include <fmt/format.h>

namespace spectrumd {

Json error_json(const ApiError& error) {
  Json inner{{"code", error.code}, {"message", error.what()}};
  if (!error.field.empty()) inner["field"] = error.field;
  return {{"error", std::move(inner)}};
}

std::string shown(std::string_view client_text) {
  constexpr std::size_t kMost = 60;
  std::string text;
  for (const char c : client_text.substr(0, kMost))  // a zero would end the message
    text +=
        static_cast<unsigned char>(c) < ' ' ? fmt::format("\\u{:04x}", static_cast<unsigned>(c)) : std::string(1, c);
  return client_text.size() <= kMost ? text : text + "...";
}

std::string to_text(const Json& json) { return json.dump(-1, ' ', false, Json::error_handler_t::replace); }

Json event_json(const Event& event) {
  return {{"id", event.id}, {"time", format_time(event.time)}, {"kind", event.kind}, {"text", event.text}};
}

}  // namespace spectrumd

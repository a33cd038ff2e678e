// SPDX-License-Identifier: MIT
#include "daemon/server/http/audited.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "daemon/config/json_text.h"

namespace spectrumd {
namespace {

constexpr std::size_t kLongestValue = 80, kLongestLine = 400, kMostValues = 20;
constexpr const char* kEllipsis = "...";

Json shown_value(const Json& value, bool shows_texts, int depth) {
  if (value.is_string()) {
    const std::string text = value.get<std::string>();
    return shows_texts && text.size() <= kLongestValue ? text : kEllipsis;
  }
  if (!value.is_structured()) return value;
  if (depth == 0 || value.size() > kMostValues) return kEllipsis;
  Json shown = value.is_object() ? Json::object() : Json::array();
  for (const auto& [key, inner] : value.items()) {
    Json one = shown_value(inner, shows_texts, depth - 1);
    if (value.is_object())
      shown[shown_value(Json(key), true, 0).get<std::string>()] = std::move(one);
    else
      shown.push_back(std::move(one));
  }
  return shown;
}

}  // namespace

std::string audited_values(const Json& body, bool shows_texts) {
  if (body.empty()) return "";
  const std::string text = to_text(shown_value(body, shows_texts, 2));
  return text.size() <= kLongestLine ? text : kEllipsis;
}

void note_change(const Route& route, const Request& request) {
  if (!request.accounts) return;
  Json values = request.body.is_object() ? request.body : Json::object();
  for (const auto& [name, value] : request.head.query) values[name] = value;
  request.accounts->note(request.sender.caller, request.sender.address ? request.sender.address->text() : "",
                         request.head.method + " " + request.head.path,
                         audited_values(values, route.shows_body || request.body.empty()));
}

}  // namespace spectrumd

// SPDX-License-Identifier: MIT
#include "daemon/server/http/cross_origin.h"

#include <algorithm>

namespace spectrumd {

void share_with_origin(Answer& answer, const RequestHead& head, const ServerSettings& settings) {
  if (settings.origins.empty()) return;
  answer.headers.emplace_back("Vary", "Origin");
  const auto origin = head.header("Origin");
  const auto is_it = [&](const std::string& known) { return same_name(known, origin.value_or("")); };
  if (std::none_of(settings.origins.begin(), settings.origins.end(), is_it)) return;
  answer.headers.emplace_back("Access-Control-Allow-Origin", *origin);
  if (head.method != "OPTIONS") return;
  answer.headers.emplace_back("Access-Control-Allow-Methods", "GET, PATCH, POST, DELETE");
  answer.headers.emplace_back("Access-Control-Allow-Headers", "Authorization, Content-Type, Last-Event-ID");
  answer.headers.emplace_back("Access-Control-Max-Age", "600");
}

Answer answer_options(std::string_view methods) {
  return {.status = 204, .type = "", .headers = {{"Allow", std::string(methods) + ", OPTIONS"}}};
}

}  // namespace spectrumd

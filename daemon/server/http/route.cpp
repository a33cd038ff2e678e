// SPDX-License-Identifier: MIT
#include "daemon/server/http/route.h"

#include <fmt/format.h>

namespace spectrumd {

const Route& find_route(std::span<const Route> routes, std::string_view method, std::string_view path) {
  const std::string_view wanted = method == "HEAD" ? "GET" : method;
  bool is_known = false;
  for (const Route& route : routes) {
    if (route.path != path) continue;
    if (route.method == wanted) return route;
    is_known = true;
  }
  if (is_known)
    throw RequestError(405, "method_not_allowed",
                       fmt::format("{} accepts {}, not {}", path, methods_of(routes, path), shown(method)));
  throw RequestError(404, "not_found", fmt::format("{}: not found; see /api/v1/openapi.json", shown(path)));
}

std::string methods_of(std::span<const Route> routes, std::string_view path) {
  std::string methods;
  for (const Route& route : routes) {
    if (route.path != path) continue;
    if (!methods.empty()) methods += ", ";
    methods += route.method == "GET" ? "GET, HEAD" : std::string(route.method);
  }
  return methods;
}

}  // namespace spectrumd

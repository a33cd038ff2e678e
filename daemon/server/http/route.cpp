// SPDX-License-Identifier: MIT
#include "daemon/server/http/route.h"

#include <fmt/format.h>

namespace spectrumd {
namespace {

constexpr std::string_view kItem = "{id}";

// "/api/v1/channels/{id}" is the path of every item.
bool matches(std::string_view route, std::string_view path) {
  if (!route.ends_with(kItem)) return route == path;
  route.remove_suffix(kItem.size());
  if (!path.starts_with(route)) return false;
  const std::string_view item = path.substr(route.size());
  return !item.empty() && item.find('/') == std::string_view::npos;
}

}  // namespace

bool has_item(const Route& route) { return route.path.ends_with(kItem); }

std::string_view item_of(std::string_view path) { return path.substr(path.rfind('/') + 1); }

const Route& find_route(std::span<const Route> routes, std::string_view method, std::string_view path) {
  const std::string_view wanted = method == "HEAD" ? "GET" : method;
  bool is_known = false;
  for (const Route& route : routes) {
    if (!matches(route.path, path)) continue;
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
    if (!matches(route.path, path)) continue;
    if (!methods.empty()) methods += ", ";
    methods += route.method == "GET" ? "GET, HEAD" : std::string(route.method);
  }
  return methods;
}

}  // namespace spectrumd

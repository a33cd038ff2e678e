// SPDX-License-Identifier: MIT
#include "daemon/server/http/route.h"

#include <fmt/format.h>

#include <algorithm>

namespace spectrumd {
namespace {

// Removes the first part of a path and returns it.
std::string_view next_part(std::string_view& path) {
  const std::size_t end = std::min(path.find('/'), path.size());
  const std::string_view part = path.substr(0, end);
  path.remove_prefix(std::min(end + 1, path.size()));
  return part;
}

bool is_item(std::string_view part) { return part.starts_with('{') && part.ends_with('}'); }

// "/api/v1/channels/{id}" is the path of every item.
bool matches(std::string_view route, std::string_view path) {
  if (route.find('{') == std::string_view::npos) return route == path;
  if (std::ranges::count(route, '/') != std::ranges::count(path, '/')) return false;
  while (!route.empty()) {
    const std::string_view expected = next_part(route), part = next_part(path);
    if (is_item(expected) ? part.empty() : part != expected) return false;
  }
  return true;
}

}  // namespace

std::vector<std::string_view> items_in(const Route& route) {
  std::vector<std::string_view> names;
  for (std::string_view rest = route.path; !rest.empty();)
    if (const std::string_view part = next_part(rest); is_item(part)) names.push_back(part.substr(1, part.size() - 2));
  return names;
}

std::string_view item_of(std::string_view path, std::size_t from_end) {
  for (; from_end > 0; --from_end) path = path.substr(0, path.rfind('/'));
  return path.substr(path.rfind('/') + 1);
}

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

// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "daemon/server/http/handler.h"
#include "daemon/server/http/request.h"

namespace spectrumd {

// How expensive an answer is, which decides on which thread it is made.
enum class Cost : std::uint8_t {
  Small,     // microseconds: on the connection thread
  Stream,    // likewise, with events to follow
  Compute,   // milliseconds of work
  Blocking,  // waits for disks, devices or planners
};

// One method of one path. The table of routes is the only place that lists them: requests are served from it and the
// OpenAPI document is generated from it.
struct Route {
  std::string_view method;  // a GET route serves HEAD as well
  std::string_view path;
  std::string_view summary;
  Cost cost = Cost::Small;
  std::optional<Role> role = {};  // who may do it; without one viewers may read, and only admins change
  std::vector<Parameter> parameters = {};
  std::string_view request_schema = {};  // name; empty: no body
  bool shows_body = false;               // texts in it are no secrets: the audit log has them
  std::string_view answer_schema = {};   // of JSON; empty: none. Of a WebSocket that only reports: its text messages
  std::vector<std::string_view> other_types = {};  // media types of answers besides JSON
  bool is_websocket = false;                       // the connection becomes one
  Handler answer;

  bool is_change() const { return method != "GET"; }
  Role least_role() const { return role.value_or(is_change() ? Role::Admin : Role::Viewer); }
};
using Routes = std::vector<Route>;

// A path with "/{id}" is that of all items of a collection; there may be several such parts.
std::vector<std::string_view> items_in(const Route& route);                 // their names: "id"
std::string_view item_of(std::string_view path, std::size_t from_end = 0);  // a part of the path: the last, …

// Finds a route. Throws RequestError: 404 for an unknown path, 405 for a method that its path does not have.
const Route& find_route(std::span<const Route> routes, std::string_view method, std::string_view path);

// "GET, HEAD, PATCH", as in Allow; empty for an unknown path.
std::string methods_of(std::span<const Route> routes, std::string_view path);

}  // namespace spectrumd

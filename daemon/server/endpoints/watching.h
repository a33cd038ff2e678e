// SPDX-License-Identifier: MIT
#pragma once

#include "daemon/server/context.h"
#include "daemon/server/http/request.h"
#include "daemon/server/http/route.h"
#include "daemon/watch/rule_json.h"
#include "daemon/watch/watch.h"

namespace spectrumd {

// Common parts of the endpoints of what is watched.

Watch& watch_of(ServerContext& context);  // throws RequestError (503, "unavailable") if there is none

// The number in the last part of the path, or in one before. Throws RequestError (404).
std::int64_t number_in_path(const Request& request, std::size_t from_end = 0);

// Runs an action and converts what it throws into an error for the client.
template <class Action>
auto watching(Action action) {
  try {
    return action();
  } catch (const RuleError& error) {
    throw RequestError(400, "bad_value", error.field + ": " + error.what(), error.field);
  } catch (const WatchUnavailable& error) {
    throw RequestError(503, "unavailable", error.what());
  } catch (const DatabaseError& error) {
    throw RequestError(error.disk_full() || error.read_only() ? 409 : 503, "cannot_write", error.what());
  } catch (const std::out_of_range& error) {
    throw RequestError(404, "not_found", error.what());
  }
}

}  // namespace spectrumd

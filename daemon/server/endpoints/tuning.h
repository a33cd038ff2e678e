// SPDX-License-Identifier: MIT
#pragma once

#include "daemon/config/json.h"
#include "daemon/config/settings.h"

namespace spectrumd {

struct Request;
struct Requester;
struct ServerContext;

// JSON shared by HTTP and WebSocket; PROTOCOL.md describes it.
Json tuning_json(const ServerContext& context);
Json tuning_keys_json(const Settings& settings);  // the "tuning" object of both the tuning and the status

// Applies any of the keys of PATCH api/v1/tuning, all or none, and returns tuning_json(). Throws RequestError.
Json apply_tuning(ServerContext& context, const Json& patch, const Requester& by);
Requester requester_of(const Request& request);

}  // namespace spectrumd

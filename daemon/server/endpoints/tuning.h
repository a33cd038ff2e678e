// SPDX-License-Identifier: MIT
#pragma once

#include "daemon/config/json.h"
#include "daemon/config/settings.h"

namespace spectrumd {

struct ServerContext;

// What HTTP and WebSocket both say. PROTOCOL.md has the shapes.
Json tuning_json(const ServerContext& context);
Json tuning_keys_json(const Settings& settings);  // the "tuning" of that and of the status

// Applies any of the keys of PATCH api/v1/tuning, all or none, and gives what tuning_json gives. Throws RequestError.
Json apply_tuning(ServerContext& context, const Json& patch);

}  // namespace spectrumd

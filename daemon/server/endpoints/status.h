// SPDX-License-Identifier: MIT
#pragma once

#include "daemon/config/json.h"

namespace spectrumd {

struct BackendStatus;
struct ServerContext;

// What HTTP and WebSocket both say. PROTOCOL.md has the shape.
Json status_json(const ServerContext& context);
Json candidates_json(const BackendStatus& backend);  // in the status and among the backends

}  // namespace spectrumd

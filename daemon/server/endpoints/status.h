// SPDX-License-Identifier: MIT
#pragma once

#include "daemon/config/json.h"
#include "daemon/server/http/request.h"

namespace spectrumd {

struct BackendStatus;
struct ServerContext;

// JSON shared by HTTP and WebSocket; PROTOCOL.md describes it.
Json status_json(const ServerContext& context, Access access);  // of the client it is for
Json candidates_json(const BackendStatus& backend);             // in the status and among the backends

}  // namespace spectrumd

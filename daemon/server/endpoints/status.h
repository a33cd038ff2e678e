// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>

#include "daemon/config/json.h"
#include "daemon/server/http/request.h"

namespace spectrumd {

struct BackendStatus;
struct ServerContext;

constexpr std::chrono::seconds kStatusPeriod{1};  // from one that is sent unasked to the next

// JSON shared by HTTP and WebSocket; PROTOCOL.md describes it.
Json status_json(const ServerContext& context, Access access);  // of the client it is for
Json candidates_json(const BackendStatus& backend);             // in the status and among the backends

}  // namespace spectrumd

// SPDX-License-Identifier: MIT
#pragma once

#include <mutex>

#include "daemon/server/context.h"
#include "daemon/server/http/connections.h"
#include "daemon/server/http/failed_logins.h"
#include "daemon/server/http/sleepers.h"
#include "daemon/server/websocket/websocket_hub.h"

namespace spectrumd {

// What requests work with, beside the context.
struct Service {
  Service(ServerContext& server_context, WebSocketHub& websocket_hub, const ConnectionLimits& limits)
      : context(server_context), hub(websocket_hub), connections(limits) {}

  ServerContext& context;
  WebSocketHub& hub;
  Connections connections;
  FailedLogins failed_logins;
  Sleepers sleepers;

  std::mutex mutex;
  bool hub_is_open = true;  // guarded by mutex; false once the server stops
};

}  // namespace spectrumd

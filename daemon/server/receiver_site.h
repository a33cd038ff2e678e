// SPDX-License-Identifier: MIT
#pragma once

#include "daemon/server/context.h"
#include "daemon/server/http/site.h"
#include "daemon/server/websocket/websocket_hub.h"

namespace spectrumd {

Routes routes();  // all endpoints, and the WebSocket

// The site of a receiver: page, API, server-sent events, metrics, and the handshake of WebSockets, whose connections
// are passed to the hub.
Site receiver_site(ServerContext& context, WebSocketHub& hub);

}  // namespace spectrumd

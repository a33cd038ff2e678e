// SPDX-License-Identifier: MIT
#include "daemon/server/receiver_site.h"

#include "daemon/server/endpoints/endpoints.h"
#include "daemon/server/websocket/deflate_offer.h"
#include "daemon/server/websocket/handshake.h"

namespace spectrumd {

Routes routes() {
  Routes all = all_endpoints();
  all.push_back(websocket_route());
  return all;
}

Site receiver_site(ServerContext& context, WebSocketHub& hub) {
  return {.context = HandlerContext(context),
          .routes = routes(),
          .index = "index.html",
          .on_upgraded =
              [&hub](const Upgraded& connection) {
                hub.add(connection.fd, connection.first_bytes, connection.caller, connection.close, connection.address,
                        deflate_terms(connection.head));
              },
          .end_upgraded = [&hub] { hub.stop(); },
          .settings = context.settings,
          .heartbeats = context.heartbeats,
          .event_clients = context.event_clients,
          .memory = context.memory,
          .change_limits = context.change_limits,
          .own_names = context.own_names,
          .accounts = context.accounts};
}

}  // namespace spectrumd

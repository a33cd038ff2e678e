// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <variant>

#include "daemon/config/json.h"
#include "daemon/pipeline/event_log.h"
#include "daemon/server/http/request_error.h"
#include "daemon/server/rows/row_feed.h"
#include "daemon/server/rows/zoom_feed.h"
#include "daemon/server/websocket/sound_feed.h"
#include "daemon/users/door.h"

namespace spectrumd {

struct ServerContext;

// Messages from clients (PROTOCOL.md).
struct ViewMessage {
  RowRequest request;      // the previous one with the changes applied
  std::size_t recent = 0;  // past rows to send again
};
struct TuneMessage {
  std::shared_ptr<const Json> patch;
};
struct PingMessage {
  std::shared_ptr<const Json> id;  // null: none
};
struct ListenMessage {
  std::shared_ptr<const Json> keys;  // checked by changed_request()
};
struct HeardMessage {
  std::uint32_t packet = 0;  // the newest one that has come
};
using ClientMessage = std::variant<ViewMessage, TuneMessage, PingMessage, ListenMessage, HeardMessage>;

// Parses a message. Throws RequestError, which names the invalid key.
ClientMessage parse_client_message(std::string_view text, const RowRequest& present);

// Applies it and returns the answer. Throws RequestError.
std::string apply_tuning(ServerContext& context, const TuneMessage& message, const Requester& by);

// Messages from the server, each complete.
std::string hello_message(const ServerContext& context, const Caller& caller);
std::string access_message(const Caller& caller);
std::string status_message(const ServerContext& context, Access access);
std::string event_message(const Event& event, Access access);
std::string view_message(const RowRequest& request, Detector configured);
std::string zoom_message(const std::optional<ZoomFacts>& zoom);
std::string listen_message(const ListeningFacts& sound);
std::string meter_message(const ListenStatus& status, std::optional<Decibels> dbm_offset);
std::string pong_message(const PingMessage& ping, Time now, std::uint64_t sent_bytes);  // to this client so far
std::string error_message(const RequestError& error);

}  // namespace spectrumd

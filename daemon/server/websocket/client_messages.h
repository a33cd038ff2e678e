// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

#include "daemon/config/keys.h"
#include "daemon/pipeline/event_log.h"
#include "daemon/pipeline/view.h"
#include "daemon/server/http/api_error.h"

namespace spectrumd {

// What a WebSocket client wants of the rows.
struct Wish {
  View view;
  std::optional<std::uint8_t> detectors;  // bits of Detector; without, the configured one, also when that changes
  std::uint8_t bytes_per_level = 1;
  std::optional<double> rate;  // rows a second at most; without, every row
  bool pause = false;
};

// What a client may say (PROTOCOL.md).
struct ViewMessage {
  Wish wish;               // the one before, with the changes
  std::size_t recent = 0;  // past rows to send again
};
struct TuneMessage {
  Json patch;
};
struct PingMessage {
  Json id;
};
using ClientMessage = std::variant<ViewMessage, TuneMessage, PingMessage>;

// Throws ApiError, which names the key that is wrong.
ClientMessage parse_client_message(std::string_view text, const Wish& present);

// What the server says, each a whole message.
std::string hello_message(const ServerContext& context);
std::string status_message(const ServerContext& context);
std::string event_message(const Event& event);
std::string view_message(const Wish& wish, Detector configured);
std::string tuning_message(const Json& tuning);
std::string pong_message(const Json& id, Time now);
std::string error_message(const ApiError& error);

}  // namespace spectrumd

// SPDX-License-Identifier: MIT
#pragma once

#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>

#include "daemon/config/keys.h"
#include "daemon/pipeline/view.h"
#include "daemon/server/context.h"

namespace spectrumd {

// A request that cannot be served, as the client is told (PROTOCOL.md). `field` is empty where none is to blame.
struct ApiError : std::runtime_error {
  ApiError(int http_status, std::string error_code, const std::string& message, std::string field_name = "")
      : std::runtime_error(message), status(http_status), code(std::move(error_code)), field(std::move(field_name)) {}
  int status;
  std::string code;
  std::string field;
};
Json error_json(const ApiError& error);
std::string shown(std::string_view client_text);  // not too much of it, for a message

// As it goes over the wire; what is no UTF-8 in it is replaced, so that no client's text can make this fail.
std::string to_text(const Json& json);

// Client text: at most 64 KiB, 16 deep, no repeated keys, finite numbers. Throws ApiError (400, "bad_json").
Json parse_client_json(std::string_view text);

// What HTTP and WebSocket both say. PROTOCOL.md has the shapes.
Json status_json(const ServerContext& context);
Json candidates_json(const BackendStatus& backend);  // in the status and among the backends
Json tuning_json(const ServerContext& context);
Json tuning_keys_json(const Settings& settings);  // the "tuning" of both
Json event_json(const Event& event);
Json row_json(const Row& row, Detector detector, const View& view, const Settings& settings);
double rbw_hz(const Row& row, const Settings& settings);  // resolution bandwidth of a row as it was made or kept

std::string_view unit_of(const Settings& settings);  // of levels: "dBFS" or "dBm"

// Applies any of the keys of PATCH api/v1/tuning, all or none, and gives what tuning_json gives. Throws ApiError.
Json apply_tuning(ServerContext& context, const Json& patch);

}  // namespace spectrumd

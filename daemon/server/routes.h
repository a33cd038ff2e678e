// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "daemon/server/http/request.h"

namespace spectrumd {

// What it takes to answer: where it is done follows from that.
enum class Cost {
  Small,     // microseconds: on the thread of the connections
  Stream,    // likewise, but its events go on being made
  Compute,   // milliseconds of work
  Blocking,  // waits for disks, devices or planners
};

// One thing the API does. The table of routes is the only place that lists them: requests are served from it and the
// OpenAPI document is made from it.
struct Route {
  std::string_view method;  // a GET route serves HEAD as well
  std::string_view path;
  std::string_view summary;
  Cost cost;
  std::vector<Parameter> parameters;
  std::string_view request_schema;                                      // name in schemas.json; empty: no body
  std::string_view answer_schema;                                       // likewise, for JSON
  std::vector<std::string_view> other_types;                            // media types of answers beside JSON
  Answer (*answer)(ServerContext& context, const ApiRequest& request);  // throws ApiError

  bool is_change() const { return method != "GET"; }
};

std::span<const Route> routes();

// Throws ApiError: 404 for a path that there is not, 405 for a method that its path does not know.
const Route& find_route(std::string_view method, std::string_view path);
std::string methods_of(std::string_view path);  // "GET, HEAD, PATCH", as in Allow; empty for an unknown path

RowPtr latest_row(const ServerContext& context);  // throws ApiError (503) before there is one

// Handlers, each where its subject is.
Answer answer_spectrum(ServerContext& context, const ApiRequest& request);
Answer answer_history(ServerContext& context, const ApiRequest& request);
Answer answer_peaks(ServerContext& context, const ApiRequest& request);
Answer answer_sources(ServerContext& context, const ApiRequest& request);
Answer answer_backends(ServerContext& context, const ApiRequest& request);
Answer answer_config(ServerContext& context, const ApiRequest& request);
Answer answer_events(ServerContext& context, const ApiRequest& request);
Answer answer_recordings(ServerContext& context, const ApiRequest& request);
Answer answer_recording_start(ServerContext& context, const ApiRequest& request);
Answer answer_recording_stop(ServerContext& context, const ApiRequest& request);
Answer answer_recording_data(ServerContext& context, const ApiRequest& request);
Answer answer_recording_meta(ServerContext& context, const ApiRequest& request);
Answer answer_recording_removal(ServerContext& context, const ApiRequest& request);
Answer answer_openapi(ServerContext& context, const ApiRequest& request);
Answer answer_metrics(ServerContext& context, const ApiRequest& request);
Answer answer_websocket(ServerContext& context, const ApiRequest& request);

}  // namespace spectrumd

// SPDX-License-Identifier: MIT
#include "daemon/server/routes.h"

#include <fmt/format.h>

#include <algorithm>

namespace spectrumd {

namespace {

Json frequency_schema() {
  return {{"type", {"number", "string"}},
          {"minimum", -1e12},
          {"maximum", 1e12},
          {"pattern", "^[+-]?[0-9.]+([eE][+-]?[0-9]+)?[kKMG]?$"}};
}

Json number_schema(double least, double most) { return {{"type", "number"}, {"minimum", least}, {"maximum", most}}; }

Json count_schema(int least, int most, int otherwise) {
  return {{"type", "integer"}, {"minimum", least}, {"maximum", most}, {"default", otherwise}};
}

Json choice_schema() { return {{"type", "string"}, {"enum", {"mean", "max", "min"}}}; }

std::vector<Parameter> operator+(std::vector<Parameter> some, const std::vector<Parameter>& more) {
  some.insert(some.end(), more.begin(), more.end());
  return some;
}

std::vector<Parameter> edges() {
  return {{"from", "lower edge of what is wanted, Hz, or with a suffix: 100.3M", frequency_schema()},
          {"to", "upper edge", frequency_schema()}};
}

std::vector<Parameter> view() {
  return edges() +
         std::vector<Parameter>{{"bins", "levels at most; wider stretches are pooled", count_schema(1, 65536, 1024)},
                                {"detector", "otherwise the configured one", choice_schema()}};
}

std::vector<Parameter> history_parameters() {
  const Json time{{"type", {"string", "number"}}};
  const Json detectors{{"type", "array"}, {"items", choice_schema()}};
  return std::vector<Parameter>{{"since", "RFC 3339, seconds since 1970, or negative: seconds ago (a minute)", time},
                                {"until", "likewise (now)", time},
                                {"rows", "rows at most: more than that are merged", count_schema(1, 2000, 100)}} +
         view() +
         std::vector<Parameter>{{"detectors", "of binary rows, separated by commas", detectors},
                                {"bytes", "of a level in binary rows: 1 or 2", count_schema(1, 2, 1)}};
}

std::vector<Parameter> peaks_parameters() {
  return std::vector<Parameter>{{"count", "carriers at most", count_schema(1, 1000, 20)},
                                {"min_snr",
                                 "decibels over the noise of one bin",
                                 {{"type", "number"}, {"minimum", 6}, {"maximum", 200}, {"default", 10}}}} +
         edges();
}

std::vector<Parameter> events_parameters() {
  return std::vector<Parameter>{{"rows", "1: rows as well", {{"type", "string"}, {"enum", {"0", "1"}}}}} + view() +
         std::vector<Parameter>{
             {"rate", "rows a second at most: what comes faster is merged", number_schema(0.1, 100)}};
}

Answer answer_status(ServerContext& context, const ApiRequest&) { return json_answer(status_json(context)); }
Answer answer_tuning(ServerContext& context, const ApiRequest&) { return json_answer(tuning_json(context)); }

Answer answer_tuning_change(ServerContext& context, const ApiRequest& request) {
  return json_answer(apply_tuning(context, request.body));
}

std::vector<Route> make_routes() {
  return {
      {"GET",
       "/api/v1/status",
       "What is received, counted and computed",
       Cost::Small,
       {},
       "",
       "Status",
       {},
       answer_status},
      {"GET", "/api/v1/spectrum", "The latest row", Cost::Compute, view(), "", "Spectrum", {}, answer_spectrum},
      {"GET",
       "/api/v1/history",
       "Past rows, oldest first",
       Cost::Compute,
       history_parameters(),
       "",
       "History",
       {"application/octet-stream"},
       answer_history},
      {"GET",
       "/api/v1/peaks",
       "Carriers above the noise in the last second, strongest first",
       Cost::Compute,
       peaks_parameters(),
       "",
       "Peaks",
       {},
       answer_peaks},
      {"GET",
       "/api/v1/sources",
       "The kinds of source of this build and the one in use",
       Cost::Small,
       {},
       "",
       "Sources",
       {},
       answer_sources},
      {"GET",
       "/api/v1/backends",
       "Where transforms can run, and why not",
       Cost::Blocking,
       {},
       "",
       "Backends",
       {},
       answer_backends},
      {"GET",
       "/api/v1/config",
       "The settings in force, secrets left out",
       Cost::Small,
       {},
       "",
       "Config",
       {},
       answer_config},
      {"GET",
       "/api/v1/tuning",
       "What the radio and the analysis were asked to do",
       Cost::Small,
       {},
       "",
       "Tuning",
       {},
       answer_tuning},
      {"PATCH",
       "/api/v1/tuning",
       "Changes any of its keys; all are accepted or none",
       Cost::Blocking,
       {},
       "TuningChange",
       "Tuning",
       {},
       answer_tuning_change},
      {"GET",
       "/api/v1/events",
       "Server-sent events: event, status each second, and row where asked for",
       Cost::Stream,
       events_parameters(),
       "",
       "",
       {"text/event-stream"},
       answer_events},
      {"GET",
       "/api/v1/recordings",
       "What has been recorded, oldest first",
       Cost::Blocking,
       {},
       "",
       "Recordings",
       {},
       answer_recordings},
      {"POST",
       "/api/v1/recordings",
       "Starts a recording of the samples as they come",
       Cost::Blocking,
       {},
       "RecordingWish",
       "Recording",
       {},
       answer_recording_start},
      {"DELETE",
       "/api/v1/recordings",
       "Deletes a recording that has ended",
       Cost::Blocking,
       {{"name", "of the recording", {{"type", "string"}}}},
       "",
       "Recordings",
       {},
       answer_recording_removal},
      {"POST",
       "/api/v1/recordings/stop",
       "Ends a recording; it stays",
       Cost::Blocking,
       {},
       "RecordingName",
       "Recording",
       {},
       answer_recording_stop},
      {"GET",
       "/api/v1/recordings/data",
       "The samples of a recording, or a range of them: NAME.sigmf-data",
       Cost::Blocking,
       {{"name", "of the recording", {{"type", "string"}}}},
       "",
       "",
       {"application/octet-stream"},
       answer_recording_data},
      {"GET",
       "/api/v1/recordings/meta",
       "What the samples of a recording are: NAME.sigmf-meta",
       Cost::Blocking,
       {{"name", "of the recording", {{"type", "string"}}}},
       "",
       "",
       {"application/octet-stream"},
       answer_recording_meta},
      {"GET", "/api/v1/openapi.json", "This document", Cost::Compute, {}, "", "OpenApi", {}, answer_openapi},
      {"GET", "/metrics", "Figures for Prometheus", Cost::Small, {}, "", "", {"text/plain"}, answer_metrics},
      {"GET",
       "/ws",
       "WebSocket, subprotocol spectrum.v1: control as JSON text, rows as binary",
       Cost::Small,
       {},
       "",
       "",
       {},
       answer_websocket},
  };
}

[[noreturn]] void refuse_method(std::string_view method, std::string_view path) {
  throw ApiError(405, "method_not_allowed", fmt::format("{} takes {}, not {}", path, methods_of(path), shown(method)));
}

}  // namespace

std::span<const Route> routes() {
  static const std::vector<Route> table = make_routes();
  return table;
}

const Route& find_route(std::string_view method, std::string_view path) {
  const std::string_view wanted = method == "HEAD" ? "GET" : method;
  const Route* at_path = nullptr;
  for (const Route& route : routes()) {
    if (route.path != path) continue;
    if (route.method == wanted) return route;
    at_path = &route;
  }
  if (at_path) refuse_method(method, path);
  throw ApiError(404, "not_found",
                 fmt::format("{}: there is no such thing here; see /api/v1/openapi.json", shown(path)));
}

std::string methods_of(std::string_view path) {
  std::string methods;
  for (const Route& route : routes()) {
    if (route.path != path) continue;
    if (!methods.empty()) methods += ", ";
    methods += route.method == "GET" ? "GET, HEAD" : std::string(route.method);
  }
  return methods;
}

}  // namespace spectrumd

// SPDX-License-Identifier: MIT
#include "daemon/server/endpoints/openapi.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <nlohmann/json.hpp>

#include "daemon/config/json_text.h"
#include "daemon/config/key_values.h"
#include "daemon/config/version.h"
#include "daemon/server/endpoints/endpoints.h"
#include "daemon/server/http/embedded.h"
#include "daemon/server/rate_limits.h"

namespace spectrumd {

namespace {

Json schema_reference(std::string_view name) { return {{"$ref", "#/components/schemas/" + std::string(name)}}; }

Json json_content(std::string_view schema) { return {{"application/json", {{"schema", schema_reference(schema)}}}}; }

Json type_json(Parameter::Kind kind) {
  switch (kind) {
    case Parameter::Kind::Frequency:
      return {"number", "string"};
    case Parameter::Kind::Moment:
      return {"string", "number"};
    case Parameter::Kind::Number:
    case Parameter::Kind::Level:
      return "number";
    case Parameter::Kind::Count:
      return "integer";
    case Parameter::Kind::Choices:
      return "array";
    case Parameter::Kind::Choice:
    case Parameter::Kind::Text:
      break;
  }
  return "string";
}

// Frequencies and plain numbers have fractional limits, decibels and counts integer ones.
Json limit_json(Parameter::Kind kind, double limit) {
  const bool fraction = kind == Parameter::Kind::Frequency || kind == Parameter::Kind::Number;
  return fraction ? Json(limit) : number_json(limit);
}

Json schema_of(const Parameter& parameter) {
  using Kind = Parameter::Kind;
  Json schema{{"type", type_json(parameter.kind)}};
  if (parameter.minimum) schema["minimum"] = limit_json(parameter.kind, *parameter.minimum);
  if (parameter.maximum) schema["maximum"] = limit_json(parameter.kind, *parameter.maximum);
  if (parameter.kind == Kind::Frequency) schema["pattern"] = "^[+-]?[0-9.]+([eE][+-]?[0-9]+)?[kKMG]?$";
  if (parameter.otherwise) schema["default"] = limit_json(parameter.kind, *parameter.otherwise);
  if (parameter.kind == Kind::Choice) schema["enum"] = parameter.choices;
  if (parameter.kind == Kind::Choices) schema["items"] = {{"type", "string"}, {"enum", parameter.choices}};
  return schema;
}

Json parameter_json(const Parameter& parameter) {
  Json json{{"name", parameter.name},
            {"in", "query"},
            {"required", false},
            {"description", parameter.description},
            {"schema", schema_of(parameter)}};
  if (parameter.kind == Parameter::Kind::Choices) json["explode"] = false;  // separated by commas
  return json;
}

Json item_parameter_json(std::string_view name) {
  if (name != "id") return {{"name", name}, {"in", "path"}, {"required", true}, {"schema", {{"type", "string"}}}};
  return {{"name", "id"},
          {"in", "path"},
          {"required", true},
          {"description", "number of the item"},
          {"schema", {{"type", "integer"}, {"minimum", 1}}}};
}

Json answer_content(const Route& route) {
  Json content = route.answer_schema.empty() ? Json::object() : json_content(route.answer_schema);
  for (const std::string_view type : route.other_types) content[std::string(type)] = Json::object();
  return content;
}

Json refusal_json(std::string_view description) {
  return {{"description", description}, {"content", json_content("Error")}};
}

// An answer for later has the seconds to wait.
Json refusal_for_now_json(std::string_view description) {
  Json json = refusal_json(description);
  json["headers"]["Retry-After"] = {{"description", "Seconds"}, {"schema", {{"type", "integer"}}}};
  return json;
}

std::string described(const Rate& limit) {
  return fmt::format("{} a second ({} at once)", limit.per_second, limit.burst);
}

Json answers_json(const Route& route) {
  Json answers{{"4XX", refusal_json("Refused")},
               {"503", refusal_for_now_json("No rows yet, too busy, or stopping: try again")}};
  if (route.is_change())
    answers["429"] =
        refusal_for_now_json(fmt::format("Too many changes: the limits are {} from one address and {} in all",
                                         described(kChangesOfAddress), described(kChangesInAll)));
  if (route.is_websocket)
    answers["101"] = {{"description", "Switches to a WebSocket"}};
  else
    answers["200"] = {{"description", route.summary}, {"content", answer_content(route)}};
  return answers;
}

// OpenAPI has no word for the messages of a WebSocket: the schemas by direction, under an extension. One that only
// reports has one kind.
Json websocket_json(std::string_view of) {
  Json messages{{"subprotocol", "spectrum.v1"}, {"to_server", Json::array()}, {"to_client", Json::array()}};
  if (!of.empty()) {
    messages["to_client"].push_back(schema_reference(of));
    return messages;
  }
  for (const std::string_view name :
       {"WebSocketView", "WebSocketTune", "WebSocketListen", "WebSocketHeard", "WebSocketPing"})
    messages["to_server"].push_back(schema_reference(name));
  for (const std::string_view name : {"WebSocketHello", "WebSocketAccess", "WebSocketStatus", "WebSocketEvent",
                                      "WebSocketViewInForce", "WebSocketTuning", "WebSocketZoom",
                                      "WebSocketListenInForce", "WebSocketMeter", "WebSocketPong", "WebSocketError"})
    messages["to_client"].push_back(schema_reference(name));
  return messages;
}

std::string described_websocket() {
  return fmt::format(
      "Text messages are JSON objects with a \"type\", as in x-websocket-messages; binary messages are rows, as in "
      "PROTOCOL.md. Limits: {} messages, of them {} tune.",
      described(kMessagesOfSocket), described(kChangesOfSocket));
}

// "GET /api/v1/openapi.json" is called get_api_v1_openapi_json.
std::string operation_id(const Route& route) {
  std::string id = std::string(route.method) + std::string(route.path);
  for (char& c : id) c = std::isalnum(static_cast<unsigned char>(c)) ? static_cast<char>(std::tolower(c)) : '_';
  return id;
}

Json operation_json(const Route& route) {
  Json operation{{"operationId", operation_id(route)}, {"summary", route.summary}};
  for (const std::string_view name : items_in(route)) operation["parameters"].push_back(item_parameter_json(name));
  for (const Parameter& parameter : route.parameters) operation["parameters"].push_back(parameter_json(parameter));
  if (!route.request_schema.empty())
    operation["requestBody"] = {{"required", true}, {"content", json_content(route.request_schema)}};
  operation["responses"] = answers_json(route);
  if (route.is_websocket) {
    operation["description"] = described_websocket();
    operation["x-websocket-messages"] = websocket_json(route.answer_schema);
  }
  return operation;
}

Json paths_json(std::span<const Route> routes) {
  Json paths = Json::object();
  for (const Route& route : routes) {
    std::string method(route.method);
    std::ranges::transform(method, method.begin(), [](unsigned char c) { return std::tolower(c); });
    paths[std::string(route.path)][method] = operation_json(route);
  }
  return paths;
}

Answer answer_openapi(const Request& request) {
  static const std::string text = to_text(openapi_json(request.routes));
  return {.body = text};
}

}  // namespace

const Json& schemas() {
  static const Json parsed = Json::parse(schema_files().front().content);
  return parsed;
}

Json openapi_json(std::span<const Route> routes) {
  return {
      {"openapi", "3.1.0"},
      {"info",
       {{"title", "spectrumd"},
        {"version", version()},
        {"summary", "A spectrum analyzer of one radio"},
        {"license", {{"name", "MIT"}, {"identifier", "MIT"}}}}},
      {"servers", {{{"url", "../.."}, {"description", "Relative to this document, under whatever path it is served"}}}},
      {"paths", paths_json(routes)},
      {"components",
       {{"schemas", schemas()}, {"securitySchemes", {{"token", {{"type", "http"}, {"scheme", "bearer"}}}}}}},
      {"security", {Json::object(), {{"token", Json::array()}}}}};
}

Routes openapi_routes() {
  return {{.method = "GET",
           .path = "/api/v1/openapi.json",
           .summary = "This document",
           .cost = Cost::Compute,
           .answer_schema = "OpenApi",
           .answer = answer_openapi}};
}

}  // namespace spectrumd

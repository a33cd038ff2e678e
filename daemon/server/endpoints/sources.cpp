// SPDX-License-Identifier: MIT
// The kinds of source of this build, and the demo band in place of a radio that is not there.
#include "daemon/sources/source_list.h"

#include <nlohmann/json.hpp>

#include "daemon/server/context.h"
#include "daemon/server/endpoints/endpoints.h"

namespace spectrumd {

namespace {

Json sources_json(const ServerContext& context) {
  const SourceFacts source = context.receiver.status().source;
  Json sources = Json::array();
  for (const SourceKind& kind : source_kinds())
    sources.push_back({{"name", kind.name}, {"usage", kind.usage}, {"description", kind.description}});
  return {{"in_use", source.kind}, {"demo", source.demo}, {"sources", std::move(sources)}};
}

bool demo_of(const Json& body) {
  if (!body.is_object() || body.size() != 1 || !body.contains("demo") || !body["demo"].is_boolean())
    throw RequestError(400, "bad_value", R"(expected {"demo": true} or {"demo": false})", "demo");
  return body["demo"].get<bool>();
}

void change(DemoBand& demo, bool shown) {
  try {
    shown ? demo.show() : demo.end();
  } catch (const DemoRefused& refusal) {
    throw RequestError(409, "refused", refusal.what(), "demo");
  } catch (const TuningRefused& refusal) {
    throw RequestError(409, "refused", refusal.what(), refusal.field);
  } catch (const SourceError& error) {  // a scene that cannot be read
    throw RequestError(409, "refused", error.what(), "demo");
  }
}

Answer answer(ServerContext& context, const Request&) { return json_answer(sources_json(context)); }

Answer answer_change(ServerContext& context, const Request& request) {
  change(context.demo, demo_of(request.body));
  return json_answer(sources_json(context));
}

}  // namespace

Routes sources_routes() {
  return {{.method = "GET",
           .path = "/api/v1/sources",
           .summary = "The kinds of source of this build and the one in use",
           .answer_schema = "Sources",
           .answer = answer},
          {.method = "PATCH",
           .path = "/api/v1/sources",
           .summary = "Shows the simulated band in place of a radio that is not there, or ends that",
           .cost = Cost::Blocking,
           .request_schema = "SourcesChange",
           .answer_schema = "Sources",
           .answer = answer_change}};
}

}  // namespace spectrumd

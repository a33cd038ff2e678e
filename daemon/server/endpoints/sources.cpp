// SPDX-License-Identifier: MIT
// The kinds of source of this build.
#include "daemon/sources/source_list.h"

#include <nlohmann/json.hpp>

#include "daemon/server/context.h"
#include "daemon/server/endpoints/endpoints.h"

namespace spectrumd {

namespace {

Answer answer(ServerContext& context, const Request&) {
  const std::string in_use = context.receiver.status().source.kind;
  Json sources = Json::array();
  for (const SourceKind& kind : source_kinds())
    sources.push_back({{"name", kind.name}, {"usage", kind.usage}, {"description", kind.description}});
  return json_answer({{"in_use", in_use}, {"sources", std::move(sources)}});
}

}  // namespace

Routes sources_routes() {
  return {{.method = "GET",
           .path = "/api/v1/sources",
           .summary = "The kinds of source of this build and the one in use",
           .answer_schema = "Sources",
           .answer = answer}};
}

}  // namespace spectrumd

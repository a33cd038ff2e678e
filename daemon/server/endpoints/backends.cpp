// SPDX-License-Identifier: MIT
// Where transforms can run.
#include <nlohmann/json.hpp>

#include "daemon/server/context.h"
#include "daemon/server/endpoints/backend_list.h"
#include "daemon/server/endpoints/endpoints.h"
#include "daemon/server/endpoints/status.h"

namespace spectrumd {

namespace {

Answer answer_backends(ServerContext& context, const Request&) {
  static BackendList list(gpufft::backends());
  Json backends = Json::array();
  for (const BackendFacts& facts : list.facts())
    backends.push_back({{"name", facts.name},
                        {"description", facts.description},
                        {"available", !facts.why_unavailable},
                        {"reason", facts.why_unavailable.value_or("")},
                        {"devices", facts.devices}});
  const ReceiverStatus now = context.receiver.status();
  return json_answer({{"in_use", now.backend.name},
                      {"reason", now.backend.reason},
                      {"trouble", now.backend.trouble},
                      {"candidates", candidates_json(now.backend)},
                      {"backends", std::move(backends)}});
}

}  // namespace

Routes backends_routes() {
  return {{.method = "GET",
           .path = "/api/v1/backends",
           .summary = "Backends, and why some are unavailable",
           .cost = Cost::Blocking,
           .answer_schema = "Backends",
           .answer = answer_backends}};
}

}  // namespace spectrumd

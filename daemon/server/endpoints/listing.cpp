// SPDX-License-Identifier: MIT
// What there is below /api/v1/, from the table of routes.
#include <nlohmann/json.hpp>

#include "daemon/server/endpoints/endpoints.h"

namespace spectrumd {

namespace {

Answer answer_listing(const Request& request) {
  Json resources = Json::array();
  for (const Route& route : request.routes)
    resources.push_back({{"method", route.method}, {"path", route.path}, {"summary", route.summary}});
  return json_answer({{"openapi", "openapi.json"}, {"resources", std::move(resources)}});
}

}  // namespace

Routes listing_routes() {
  return {{.method = "GET",
           .path = "/api/v1/",
           .summary = "This list of all there is",
           .answer_schema = "Listing",
           .answer = answer_listing}};
}

}  // namespace spectrumd

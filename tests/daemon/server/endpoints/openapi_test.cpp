// SPDX-License-Identifier: MIT
#include "daemon/server/endpoints/openapi.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <set>
#include <string>

#include "daemon/config/key_search.h"
#include "daemon/config/keys.h"
#include "daemon/server/receiver_site.h"

namespace spectrumd {
namespace {

std::set<std::string> references_in(const Json& part) {
  std::set<std::string> found;
  if (part.is_object() && part.contains("$ref")) found.insert(part["$ref"].get<std::string>());
  for (const Json& inner : part)
    if (inner.is_structured()) found.merge(references_in(inner));
  return found;
}

TEST(OpenApi, HasEveryRoute) {
  const Json document = openapi_json(routes());
  std::size_t operations = 0;
  for (const auto& [path, methods] : document["paths"].items()) operations += methods.size();
  EXPECT_EQ(operations, routes().size());
  EXPECT_EQ(
      document["paths"]["/api/v1/tuning"]["patch"]["requestBody"]["content"]["application/json"]["schema"]["$ref"],
      "#/components/schemas/TuningChange");
  EXPECT_EQ(document["paths"]["/api/v1/history"]["get"]["parameters"].size(), 10U);
}

TEST(OpenApi, RefersOnlyToWhatIsThere) {
  const Json document = openapi_json(routes());
  const auto references = references_in(document);
  EXPECT_GE(references.size(), 10U);
  for (const std::string& reference : references)
    EXPECT_NO_THROW(document.at(Json::json_pointer(reference.substr(1)))) << reference;
}

TEST(OpenApi, NamesEverySchemaThatARouteUses) {
  for (const Route& route : routes())
    for (const std::string_view name : {route.request_schema, route.answer_schema})
      EXPECT_TRUE(name.empty() || schemas().contains(name)) << route.path << ": " << name;
}

TEST(OpenApi, SaysWhatAWebSocketCarriesAndWhereLimitsAre) {
  const Json document = openapi_json(routes());
  const Json& socket = document["paths"]["/ws"]["get"];
  EXPECT_EQ(socket["x-websocket-messages"]["to_server"].size(), 5U);
  EXPECT_EQ(socket["x-websocket-messages"]["to_client"].size(), 11U);
  EXPECT_TRUE(document["paths"]["/api/v1/tuning"]["patch"]["responses"].contains("429"));
  EXPECT_FALSE(document["paths"]["/api/v1/tuning"]["get"]["responses"].contains("429"));
  EXPECT_TRUE(document["paths"]["/api/v1/spectrum"]["get"]["responses"]["503"]["headers"].contains("Retry-After"));
}

TEST(OpenApi, CallsEveryOperationByANameOfItsOwn) {
  const Json document = openapi_json(routes());
  std::set<std::string> names;
  for (const auto& [path, methods] : document["paths"].items())
    for (const auto& [method, operation] : methods.items()) names.insert(operation["operationId"].get<std::string>());
  EXPECT_EQ(names.size(), routes().size());
  EXPECT_TRUE(names.contains("get_api_v1_openapi_json"));
}

TEST(OpenApi, KnowsTheKeysOfATuningByAllTheirNames) {
  for (const auto& [name, schema] : schemas()["TuningChange"]["properties"].items())
    EXPECT_NE(find_tuning_key(name), nullptr) << name;
  for (const Key& key : keys()) {
    if (!key.tuning) continue;
    EXPECT_TRUE(schemas()["TuningChange"]["properties"].contains(last_part(key.path))) << key.path;
    EXPECT_TRUE(schemas()["TuningKeys"]["properties"].contains(last_part(key.path))) << key.path;
  }
}

}  // namespace
}  // namespace spectrumd

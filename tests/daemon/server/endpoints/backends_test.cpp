// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <nlohmann/json.hpp>

#include "tests/daemon/server/http_world.h"
#include "tests/daemon/server/json_schema.h"

namespace spectrumd {
namespace {

using nlohmann::json;

class BackendsApi : public HttpWorld {
 protected:
  json answer(const char* path, const char* schema) const {
    const json given = json::parse(get(path).body);
    const json schemas = json::parse(std::ifstream(SPECTRUMD_ROOT "/daemon/server/endpoints/schemas.json"));
    EXPECT_EQ(SchemaCheck(schemas).check(given, schema), "") << path;
    return given;
  }
};

TEST_F(BackendsApi, ShowsWhatAutoMeasuredAndWhyNotTheOthers) {
  const json backends = answer("/api/v1/backends", "Backends");
  const json& candidates = backends.at("candidates");
  ASSERT_GE(candidates.size(), 2U);
  EXPECT_EQ(std::ranges::count_if(candidates, [](const json& each) { return each.at("chosen").get<bool>(); }), 1);
  EXPECT_TRUE(candidates[0].at("chosen").get<bool>());
  for (const json& candidate : candidates) {
    EXPECT_FALSE(candidate.at("outcome").get<std::string>().empty()) << candidate;
    EXPECT_NE(backends.at("reason").get<std::string>().find(candidate.at("outcome").get<std::string>()),
              std::string::npos);
  }
  EXPECT_TRUE(candidates[0].at("name").get<std::string>().starts_with(backends.at("in_use").get<std::string>()));
}

TEST_F(BackendsApi, AgreesWithTheStatus) {
  const json backend = answer("/api/v1/status", "Status").at("backend");
  const json backends = answer("/api/v1/backends", "Backends");
  EXPECT_EQ(backend.at("candidates"), backends.at("candidates"));
  EXPECT_EQ(backend.at("reason"), backends.at("reason"));
  EXPECT_EQ(backend.at("name"), backends.at("in_use"));
}

}  // namespace
}  // namespace spectrumd

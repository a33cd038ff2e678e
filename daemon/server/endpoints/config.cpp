// SPDX-License-Identifier: MIT
// The settings in force.
#include <nlohmann/json.hpp>

#include "daemon/config/keys.h"
#include "daemon/server/context.h"
#include "daemon/server/endpoints/endpoints.h"

namespace spectrumd {

namespace {

// Sets a value at "radio.center", creating objects as needed.
void put(Json& tree, std::string_view path, Json value) {
  Json* place = &tree;
  for (std::size_t dot = path.find('.'); dot != std::string_view::npos; dot = path.find('.')) {
    place = &(*place)[std::string(path.substr(0, dot))];
    path.remove_prefix(dot + 1);
  }
  (*place)[std::string(path)] = std::move(value);
}

Answer answer_config(ServerContext& context, const Request&) {
  const Settings settings = context.settings();
  Json config = Json::object();
  for (const Key& key : keys())
    if (!key.secret) put(config, key.path, key.get(settings));
  return json_answer(config);
}

}  // namespace

Routes config_routes() {
  return {{.method = "GET",
           .path = "/api/v1/config",
           .summary = "The current settings, without secrets",
           .answer_schema = "Config",
           .answer = answer_config}};
}

}  // namespace spectrumd

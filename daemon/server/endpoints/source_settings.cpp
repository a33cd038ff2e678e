// SPDX-License-Identifier: MIT
#include "daemon/server/endpoints/source_settings.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <span>

#include "daemon/config/key_search.h"
#include "daemon/config/keys.h"
#include "daemon/server/http/request_error.h"
#include "daemon/sources/source_list.h"

namespace spectrumd {
namespace {

std::span<const std::string_view> paths_of(const Settings& settings) {
  const SourceKind* const kind = source_kind(settings);
  return kind ? kind->settings : std::span<const std::string_view>();
}

const Key& key_of(const Settings& settings, const std::string& name) {
  const auto paths = paths_of(settings);
  const auto path = std::ranges::find(paths, name, last_part);
  if (path != paths.end()) return *find_key(*path);
  throw RequestError(400, "unknown_key",
                     fmt::format("{}: the source {} has no such setting", shown(name), settings.source), shown(name));
}

}  // namespace

Json source_settings_json(const Settings& settings) {
  Json json = Json::object();
  for (const std::string_view path : paths_of(settings))
    json[std::string(last_part(path))] = find_key(path)->get(settings);
  return json;
}

Settings with_source_settings(Settings settings, const Json& change) {
  if (!change.is_object()) throw RequestError(400, "bad_value", "settings: expected an object", "settings");
  for (const auto& [name, value] : change.items()) {
    const Key& key = key_of(settings, name);
    try {
      key.set(settings, value);
    } catch (const KeyError& error) {
      throw RequestError(400, "bad_value", fmt::format("{}: {}", name, error.what()), name);
    }
  }
  return settings;
}

}  // namespace spectrumd

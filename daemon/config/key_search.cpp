// SPDX-License-Identifier: MIT
#include "daemon/config/key_search.h"

#include <algorithm>
#include <array>
#include <vector>

#include "command_line/nearest.h"
#include "daemon/config/keys.h"

namespace spectrumd {
namespace {

// Names of tuning keys that differ in api/v1/status.
struct Alias {
  std::string_view name;
  std::string_view path;
};
constexpr std::array<Alias, 4> kAliases{{{"center_hz", "radio.center"},
                                         {"rate_hz", "radio.rate"},
                                         {"gain_db", "radio.gain"},
                                         {"rows_per_second", "spectrum.rows"}}};

std::string_view first_part(std::string_view path) { return path.substr(0, path.find('.')); }

}  // namespace

bool is_group(std::string_view name) {
  return std::ranges::any_of(keys(),
                             [name](const Key& key) { return key.path != name && first_part(key.path) == name; });
}

std::string_view last_part(std::string_view path) { return path.substr(path.rfind('.') + 1); }

const Key* find_key(std::string_view path) {
  const auto found = std::ranges::find(keys(), path, &Key::path);
  return found == keys().end() ? nullptr : &*found;
}

const Key* find_tuning_key(std::string_view name) {
  for (const auto& alias : kAliases)
    if (alias.name == name) return find_key(alias.path);
  for (const Key& key : keys())
    if (key.tuning && last_part(key.path) == name) return &key;
  return nullptr;
}

const Key* find_synonym(std::string_view name) {
  const auto found = std::ranges::find_if(
      keys(), [name](const Key& key) { return std::ranges::find(key.synonyms, name) != key.synonyms.end(); });
  return found == keys().end() ? nullptr : &*found;
}

std::optional<std::string_view> nearest_path(std::string_view mistyped) {
  if (const Key* const meant = find_synonym(last_part(mistyped))) return meant->path;
  std::vector<std::string_view> paths;
  std::vector<std::string_view> names;
  for (const Key& key : keys()) {
    if (last_part(key.path) == last_part(mistyped)) return key.path;  // the right name in the wrong group
    if (const auto group = first_part(key.path); std::ranges::find(paths, group) == paths.end()) paths.push_back(group);
    paths.push_back(key.path);
    names.push_back(last_part(key.path));
  }
  if (const auto path = command_line::nearest(mistyped, paths)) return path;
  const auto name = command_line::nearest(last_part(mistyped), names);
  return name ? nearest_path(*name) : std::nullopt;
}

}  // namespace spectrumd

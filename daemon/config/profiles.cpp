// SPDX-License-Identifier: MIT
#include "daemon/config/profiles.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>

#include "daemon/config/config_file.h"
#include "daemon/config/key_search.h"
#include "daemon/config/keys.h"

namespace spectrumd {
namespace {

ConfigError unknown_profile(const Settings& settings) {
  std::vector<std::string> names;
  for (const Profile& profile : settings.profiles) names.push_back(profile.name);
  return ConfigError(
      {{"", 0, "profile",
        names.empty() ? "the configuration has no profiles"
                      : fmt::format("no profile \"{}\", but {}", settings.profile, fmt::join(names, ", "))}});
}

}  // namespace

bool may_be_in_profile(std::string_view path) {
  constexpr std::array<std::string_view, 7> kGroups{"source", "radio", "spectrum", "rtlsdr", "soapy", "sim", "file"};
  return std::ranges::find(kGroups, path.substr(0, path.find('.'))) != kGroups.end();
}

Settings with_profile(Settings settings) {
  if (settings.profile.empty()) return settings;
  const auto profile = std::ranges::find(settings.profiles, settings.profile, &Profile::name);
  if (profile == settings.profiles.end()) throw unknown_profile(settings);
  for (const auto& [path, value] : profile->values) find_key(path)->set(settings, Json::parse(value));
  return settings;
}

}  // namespace spectrumd

// SPDX-License-Identifier: MIT
// Any text as the configuration file: refused with reasons and no setting changed, or settings that survive being
// written and read again.
#include <cstdint>
#include <cstdlib>
#include <nlohmann/json.hpp>

#include "daemon/config/config_file.h"
#include "daemon/config/keys.h"

namespace {

using spectrumd::Json;
using spectrumd::Settings;

Json written(const Settings& settings) {
  Json file = Json::object();
  for (const spectrumd::Key& key : spectrumd::keys()) {
    const std::string path(key.path);
    const auto point = path.find('.');
    (point == std::string::npos ? file[path] : file[path.substr(0, point)][path.substr(point + 1)]) = key.get(settings);
  }
  return file;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const Settings before;
  Settings settings = before;
  try {
    spectrumd::apply_config_text(settings, std::string(reinterpret_cast<const char*>(data), size), "fuzz.json");
  } catch (const spectrumd::ConfigError& error) {
    if (error.problems.empty() || settings != before) std::abort();
    for (const auto& problem : error.problems)
      if (problem.reason.empty() || !to_string(problem).starts_with("fuzz.json")) std::abort();
    return 0;
  }
  Settings again;
  spectrumd::apply_config_text(again, written(settings).dump(), "again.json");
  if (written(again) != written(settings)) std::abort();
  return 0;
}

// SPDX-License-Identifier: MIT
#include "daemon/service/tuning_memory.h"

#include <spdlog/spdlog.h>

#include <memory>
#include <nlohmann/json.hpp>
#include <utility>

#include "daemon/config/key_search.h"
#include "daemon/config/keys.h"
#include "daemon/outputs/output_file.h"
#include "daemon/server/endpoints/tuning.h"
#include "daemon/sources/json_file.h"

namespace spectrumd {
namespace {

namespace fs = std::filesystem;

std::string text_of(const Settings& configured, const Settings& now) {
  return Json{{"source", configured.source},
              {"configured", tuning_keys_json(configured)},
              {"tuning", tuning_keys_json(now)}}
             .dump(2) +
         '\n';
}

// Throws what a wrong type or an invalid value throws.
Settings with_tuning(Settings settings, const Json& tuning) {
  for (const auto& [name, value] : tuning.items()) {
    const Key* const key = find_tuning_key(name);
    if (!key) throw KeyError("unknown key " + name);
    key->set(settings, value);
  }
  return settings;
}

}  // namespace

TuningMemory::TuningMemory(fs::path file, const Settings& configured)
    : file_(std::move(file)), configured_(configured), restored_(read()), written_(text_of(configured, restored_)) {}

Settings TuningMemory::read() const {
  std::error_code ignored;
  if (!fs::exists(file_, ignored)) return configured_;
  try {
    const Json json = read_json(file_);
    if (json.at("source") != configured_.source || json.at("configured") != tuning_keys_json(configured_))
      return configured_;
    return with_tuning(configured_, json.at("tuning"));
  } catch (const std::exception& error) {
    spdlog::warn("the last tuning is ignored: {}: {}", file_.string(), error.what());
    return configured_;
  }
}

// The demo band is not the radio's tuning.
void TuningMemory::note(const Settings& now) {
  if (now.source != configured_.source || now.profile != configured_.profile) return;
  const std::string text = text_of(configured_, now);
  if (text == written_) return;
  written_ = text;
  try {
    fs::create_directories(file_.parent_path());
    replace_file(file_, text, std::make_shared<Disk>());
    failed_ = false;
  } catch (const std::exception& error) {
    if (!std::exchange(failed_, true)) spdlog::warn("the tuning cannot be kept: {}", error.what());
  }
}

}  // namespace spectrumd

// SPDX-License-Identifier: MIT
#include "daemon/outputs/state_folder.h"

#include <cstdlib>
#include <string_view>

namespace spectrumd {
namespace {

namespace fs = std::filesystem;

const char* variable(const char* name) {
  const char* value = std::getenv(name);
  return value && *value ? value : nullptr;
}

// systemd separates several folders of a unit by colons.
fs::path first_folder(std::string_view list) { return list.substr(0, list.find(':')); }

}  // namespace

std::optional<fs::path> service_folder() {
  if (const char* state = variable("STATE_DIRECTORY")) return first_folder(state);
  return std::nullopt;
}

std::optional<fs::path> state_folder() {
  if (auto service = service_folder()) return service;
  if (const char* data = variable("XDG_DATA_HOME")) return fs::path(data) / "spectrumd";
  if (const char* home = variable("HOME")) return fs::path(home) / ".local/share/spectrumd";
  return std::nullopt;
}

}  // namespace spectrumd

// SPDX-License-Identifier: MIT
#include "daemon/outputs/state_folder.h"

#include "daemon/config/environment.h"

namespace spectrumd {
namespace {

namespace fs = std::filesystem;

// systemd separates several folders of a unit by colons.
fs::path first_folder(std::string_view list) { return list.substr(0, list.find(':')); }

}  // namespace

std::optional<fs::path> service_folder() {
  if (const auto state = environment("STATE_DIRECTORY"); !state.empty()) return first_folder(state);
  return std::nullopt;
}

std::optional<fs::path> state_folder() {
  if (auto service = service_folder()) return service;
  if (const auto data = environment("XDG_DATA_HOME"); !data.empty()) return fs::path(data) / "spectrumd";
  if (const auto home = environment("HOME"); !home.empty()) return fs::path(home) / ".local/share/spectrumd";
  return std::nullopt;
}

}  // namespace spectrumd

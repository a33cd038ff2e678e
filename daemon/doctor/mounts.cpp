// SPDX-License-Identifier: MIT
#include "daemon/doctor/mounts.h"

#include <filesystem>
#include <sstream>

namespace spectrumd {
namespace {

bool lies_in(const std::string& path, const std::string& point) {
  return point == "/" || path == point || path.starts_with(point + "/");
}

}  // namespace

std::optional<Mount> mount_of(const Sysroot& root, const std::string& path) {
  std::optional<Mount> deepest;
  std::istringstream table(root.text("proc/mounts").value_or(""));
  for (std::string line; std::getline(table, line);) {
    Mount mount;
    std::istringstream(line) >> mount.device >> mount.point >> mount.kind >> mount.options;
    if (lies_in(path, mount.point) && (!deepest || mount.point.size() >= deepest->point.size())) deepest = mount;
  }
  return deepest;
}

std::string nearest_that_exists(const Sysroot& root, std::string folder) {
  while (!folder.empty() && !root.has(folder)) folder = std::filesystem::path(folder).parent_path();
  return folder;
}

}  // namespace spectrumd

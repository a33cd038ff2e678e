// SPDX-License-Identifier: MIT
#include "daemon/doctor/processes.h"

#include <fmt/format.h>

#include <algorithm>

namespace spectrumd {
namespace {

std::vector<std::string> all_pids(const Sysroot& root) {
  auto names = root.names("proc");
  std::erase_if(names, [](const std::string& name) {
    return !std::ranges::all_of(name, [](char c) { return c >= '0' && c <= '9'; });
  });
  return names;
}

std::string name_of(const Sysroot& root, const std::string& pid) {
  return root.text("proc/" + pid + "/comm").value_or("a program");
}

}  // namespace

std::string holder_of(const Sysroot& root, std::string_view target) {
  for (const std::string& pid : all_pids(root))
    for (const std::string& descriptor : root.names("proc/" + pid + "/fd"))
      if (root.link("proc/" + pid + "/fd/" + descriptor).value_or("") == target)
        return fmt::format("{} (pid {})", name_of(root, pid), pid);
  return "";
}

std::vector<std::string> pids_of(const Sysroot& root, std::string_view program) {
  auto pids = all_pids(root);
  std::erase_if(pids, [&](const std::string& pid) { return name_of(root, pid) != program; });
  return pids;
}

}  // namespace spectrumd

// SPDX-License-Identifier: MIT
#pragma once

#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

namespace spectrumd {

// Time on a core that a process and its children have used, in seconds; also of those that have ended.
inline double family_seconds(int process) {
  double ticks = 0;
  for (const auto& entry : std::filesystem::directory_iterator("/proc")) {
    std::ifstream file(entry.path() / "stat");
    std::string line;
    if (!std::getline(file, line)) continue;
    std::istringstream fields(line.substr(line.rfind(')') + 1));
    std::string skipped;
    int parent = 0;
    double user = 0, system = 0, ended_user = 0, ended_system = 0;
    fields >> skipped >> parent;
    for (int i = 0; i < 9; ++i) fields >> skipped;
    fields >> user >> system >> ended_user >> ended_system;
    const bool is_root = entry.path().filename() == std::to_string(process);
    if (is_root) ticks += user + system + ended_user + ended_system;
    if (parent == process) ticks += user + system;
  }
  return ticks / static_cast<double>(::sysconf(_SC_CLK_TCK));
}

}  // namespace spectrumd

// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>

#include "daemon/doctor/sysroot.h"

namespace spectrumd {

// A line of /proc/mounts.
struct Mount {
  std::string device, point, kind, options;

  bool read_only() const { return options == "ro" || options.starts_with("ro,"); }
  bool in_memory() const { return kind == "tmpfs"; }
};

// What a path lies on; nullopt if the machine does not say. The path begins with a slash.
std::optional<Mount> mount_of(const Sysroot& root, const std::string& path);

// The folder itself or the nearest above that exists: folders are created when they are needed. Relative to the root.
std::string nearest_that_exists(const Sysroot& root, std::string folder);

}  // namespace spectrumd

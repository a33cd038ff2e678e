// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "daemon/sources/file/input.h"

namespace spectrumd {

// A file in an archive, and where its bytes are in that.
struct TarMember {
  std::string name;
  std::uint64_t offset = 0, size = 0;
};

// The plain files of a tar archive, as POSIX.1-2001 and GNU tar write it. Throws SourceError.
std::vector<TarMember> tar_members(const Input& archive);

}  // namespace spectrumd

// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <string>

#include "daemon/config/keys.h"

namespace spectrumd {

// JSON with // and /* */ comments. Both throw SourceError with the file, the line and the reason.
Json parse_json(const std::string& text, const std::string& file_name);
Json read_json(const std::filesystem::path& file);

}  // namespace spectrumd

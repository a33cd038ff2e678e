// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <filesystem>
#include <string>

#include "daemon/config/keys.h"

namespace spectrumd {

// Parses JSON of limited size with // and /* */ comments. Both throw SourceError with the file, the line and the
// reason.
Json parse_json_file(const std::string& text, const std::string& file_name);
Json read_json(const std::filesystem::path& file, std::chrono::milliseconds pipe_patience = {});  // 0: no pipes

}  // namespace spectrumd

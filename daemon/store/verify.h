// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace spectrumd {

// Something wrong with a file of the history, and what it costs.
struct StoreFault {
  std::filesystem::path file;
  std::string text;            // "tile 3 of the frame at 2026-11-22T08:03:00Z, max: checksum"
  std::size_t lost_tiles = 0;  // that cannot be read because of it
};

// Reads all of a file: pages, rows, tiles. Blocks on the disk; a day of 57 MB takes about a second. Changes nothing.
std::vector<StoreFault> verify_file(const std::filesystem::path& file);

// All files of a folder of the history, oldest first.
std::vector<std::filesystem::path> store_files(const std::filesystem::path& folder);

}  // namespace spectrumd

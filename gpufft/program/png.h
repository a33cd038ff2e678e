// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <vector>

namespace gpufft::program {

// Rows of pixels from the top, each of so many bytes: 1 for gray, 3 for red, green and blue.
struct Picture {
  std::size_t width = 0, height = 0, channels = 1;
  std::vector<std::uint8_t> bytes;
};

// Throws std::runtime_error where the file cannot be written.
void write_png(const std::filesystem::path& file, const Picture& picture);

}  // namespace gpufft::program

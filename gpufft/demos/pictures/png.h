// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <vector>

namespace gpufft::program {

// Rows of pixels from the top, with one byte per pixel for grey, three for red, green and blue.
struct Picture {
  std::size_t width = 0, height = 0, channels = 1;
  std::vector<std::uint8_t> bytes;

  std::size_t place(std::size_t x, std::size_t y, std::size_t channel = 0) const {
    return (y * width + x) * channels + channel;
  }
};

// Throws std::runtime_error if the file cannot be written.
void write_png(const std::filesystem::path& file, const Picture& picture);

// Decodes every colour type and depth, but not interlaced pictures. Transparency is ignored, 16 bits become 8. Throws
// std::runtime_error that says why a picture is rejected.
Picture decode_png(std::span<const std::uint8_t> contents);
Picture read_png(const std::filesystem::path& file);

}  // namespace gpufft::program

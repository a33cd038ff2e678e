// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace spectrumd {

// A picture of one byte per pixel, the number of a colour. What is drawn beyond an edge is cut off. One thread.
class Sheet {
 public:
  Sheet(std::size_t width, std::size_t height, std::uint8_t colour)
      : width_(width), height_(height), pixels_(width * height, colour) {}

  std::size_t width() const { return width_; }
  std::size_t height() const { return height_; }
  std::span<std::uint8_t> line(std::size_t y) { return std::span(pixels_).subspan(y * width_, width_); }
  std::span<const std::uint8_t> line(std::size_t y) const { return std::span(pixels_).subspan(y * width_, width_); }

  void fill(std::ptrdiff_t x, std::ptrdiff_t y, std::size_t width, std::size_t height, std::uint8_t colour);

  // From its upper left corner; `scale` pixels for one of the font.
  void write(std::ptrdiff_t x, std::ptrdiff_t y, std::string_view text, std::size_t scale, std::uint8_t colour);

 private:
  std::size_t width_, height_;
  std::vector<std::uint8_t> pixels_;
};

}  // namespace spectrumd

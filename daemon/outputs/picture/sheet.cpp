// SPDX-License-Identifier: MIT
#include "daemon/outputs/picture/sheet.h"

#include <algorithm>

#include "daemon/outputs/picture/font.h"

namespace spectrumd {
namespace {

struct Stretch {
  std::size_t first, last;
};

Stretch inside(std::ptrdiff_t from, std::size_t length, std::size_t limit) {
  const auto most = static_cast<std::ptrdiff_t>(limit);
  const auto end = from + static_cast<std::ptrdiff_t>(length);
  return {static_cast<std::size_t>(std::clamp<std::ptrdiff_t>(from, 0, most)),
          static_cast<std::size_t>(std::clamp<std::ptrdiff_t>(end, 0, most))};
}

}  // namespace

void Sheet::fill(std::ptrdiff_t x, std::ptrdiff_t y, std::size_t width, std::size_t height, std::uint8_t colour) {
  const Stretch across = inside(x, width, width_), down = inside(y, height, height_);
  for (std::size_t at = down.first; at < down.last; ++at)
    std::ranges::fill(line(at).subspan(across.first, across.last - across.first), colour);
}

void Sheet::write(std::ptrdiff_t x, std::ptrdiff_t y, std::string_view text, std::size_t scale, std::uint8_t colour) {
  const auto step = static_cast<std::ptrdiff_t>(scale);
  for (const char character : text) {
    for (std::size_t pixel = 0; pixel < kGlyphWidth * kGlyphHeight; ++pixel) {
      const std::size_t across = pixel % kGlyphWidth, down = pixel / kGlyphWidth;
      if (glyph_has(character, across, down))
        fill(x + step * static_cast<std::ptrdiff_t>(across), y + step * static_cast<std::ptrdiff_t>(down), scale, scale,
             colour);
    }
    x += step * static_cast<std::ptrdiff_t>(kGlyphAdvance);
  }
}

}  // namespace spectrumd

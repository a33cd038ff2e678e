// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace spectrumd {

// A fixed-width font of 5 x 8 pixels for ASCII, the lowest line for descenders. Other bytes show as a box.
inline constexpr std::size_t kGlyphWidth = 5, kGlyphHeight = 8;
inline constexpr std::size_t kGlyphAdvance = kGlyphWidth + 1;

bool glyph_has(char character, std::size_t x, std::size_t y);  // that pixel

inline std::size_t text_width(std::string_view text) { return text.size() * kGlyphAdvance; }

}  // namespace spectrumd

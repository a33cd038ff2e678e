// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "daemon/pipeline/pyramid.h"

namespace spectrumd {

struct Colour {
  std::uint8_t red = 0, green = 0, blue = 0;
  friend bool operator==(const Colour&, const Colour&) = default;
};

// The colours of a picture, by number: first the map of levels, "aurora" of the page, then what surrounds it.
inline constexpr std::size_t kMapColours = 240;
enum Ink : std::uint8_t { kNoDataInk = kMapColours, kPaperInk, kTextInk, kFaintInk };
inline constexpr std::size_t kPictureColours = kFaintInk + 1;

const std::vector<Colour>& picture_colours();

// The levels that get the first and the last colour of the map.
struct LevelRange {
  Centibel low = 0, high = 0;
  friend bool operator==(const LevelRange&, const LevelRange&) = default;
};

std::uint8_t colour_of(Centibel level, const LevelRange& range);  // kNoDataInk without a level

}  // namespace spectrumd

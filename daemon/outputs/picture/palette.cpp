// SPDX-License-Identifier: MIT
#include "daemon/outputs/picture/palette.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace spectrumd {
namespace {

// As in web/plot/palettes.js.
constexpr std::array<Colour, 9> kAurora{{{7, 8, 22},
                                         {24, 22, 66},
                                         {34, 50, 112},
                                         {28, 86, 134},
                                         {20, 124, 136},
                                         {38, 162, 116},
                                         {112, 198, 80},
                                         {190, 226, 70},
                                         {254, 245, 150}}};
constexpr Colour kNoData{37, 40, 44}, kPaper{14, 16, 20}, kText{226, 229, 233}, kFaint{120, 126, 134};

std::uint8_t between(std::uint8_t a, std::uint8_t b, double way) {
  return static_cast<std::uint8_t>(std::lround(a + (b - a) * way));
}

std::vector<Colour> make_colours() {
  std::vector<Colour> colours;
  for (std::size_t step = 0; step < kMapColours; ++step) {
    const double place = static_cast<double>(step) / (kMapColours - 1) * (kAurora.size() - 1);
    const std::size_t left = std::min(kAurora.size() - 2, static_cast<std::size_t>(place));
    const Colour &a = kAurora[left], &b = kAurora[left + 1];
    const double way = place - static_cast<double>(left);
    colours.push_back({between(a.red, b.red, way), between(a.green, b.green, way), between(a.blue, b.blue, way)});
  }
  colours.insert(colours.end(), {kNoData, kPaper, kText, kFaint});
  return colours;
}

}  // namespace

const std::vector<Colour>& picture_colours() {
  static const std::vector<Colour> colours = make_colours();
  return colours;
}

std::uint8_t colour_of(Centibel level, const LevelRange& range) {
  if (level == kNoLevel) return kNoDataInk;
  const double width = std::max(1, range.high - range.low);
  const double way = std::clamp((level - range.low) / width, 0.0, 1.0);
  return static_cast<std::uint8_t>(std::lround(way * (kMapColours - 1)));
}

}  // namespace spectrumd

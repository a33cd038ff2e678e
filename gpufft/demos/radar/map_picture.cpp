// SPDX-License-Identifier: MIT
#include "gpufft/demos/radar/map_picture.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace gpufft::program {
namespace {

using Pixel = std::array<std::uint8_t, 3>;

constexpr double kSpan = 60;  // decibels from black to white, down from the strongest cell
constexpr std::ptrdiff_t kHalfSquare = 9;
constexpr Pixel kFound{80, 255, 120}, kMissed{255, 60, 60};

// Black, blue, red, yellow, white, evenly spaced.
Pixel heat(double share) {
  constexpr std::array<std::array<double, 3>, 5> kStops{
      {{0, 0, 0}, {30, 30, 140}, {200, 40, 60}, {255, 210, 60}, {255, 255, 255}}};
  const double at = std::clamp(share, 0.0, 1.0) * (kStops.size() - 1);
  const auto below = std::min(static_cast<std::size_t>(at), kStops.size() - 2);
  const double part = at - static_cast<double>(below);
  Pixel pixel;
  for (std::size_t i = 0; i < pixel.size(); ++i)
    pixel[i] = static_cast<std::uint8_t>(kStops[below][i] + part * (kStops[below + 1][i] - kStops[below][i]));
  return pixel;
}

void set(Picture& picture, std::ptrdiff_t x, std::ptrdiff_t y, const Pixel& pixel) {
  if (x < 0 || y < 0 || x >= static_cast<std::ptrdiff_t>(picture.width) ||
      y >= static_cast<std::ptrdiff_t>(picture.height))
    return;
  const std::size_t at = 3 * (static_cast<std::size_t>(y) * picture.width + static_cast<std::size_t>(x));
  std::ranges::copy(pixel, picture.bytes.begin() + static_cast<std::ptrdiff_t>(at));
}

void draw_square(Picture& picture, std::ptrdiff_t x, std::ptrdiff_t y, const Pixel& pixel) {
  for (std::ptrdiff_t i = -kHalfSquare; i <= kHalfSquare; ++i) {
    for (const std::ptrdiff_t side : {-kHalfSquare, kHalfSquare}) {
      set(picture, x + i, y + side, pixel);
      set(picture, x + side, y + i, pixel);
    }
  }
}

}  // namespace

Picture picture_of(const Radar& radar, const RangeDopplerMap& map, const Findings& findings) {
  Picture picture{.width = map.ranges, .height = map.speeds, .channels = 3, .bytes = {}};
  picture.bytes.resize(3 * map.power.size());
  const double strongest = 10 * std::log10(*std::ranges::max_element(map.power));
  for (std::size_t range = 0; range < map.ranges; ++range)
    for (std::size_t speed = 0; speed < map.speeds; ++speed)
      set(picture, static_cast<std::ptrdiff_t>(range), static_cast<std::ptrdiff_t>(speed),
          heat(1 + (10 * std::log10(map.at(range, speed) + 1e-30) - strongest) / kSpan));
  for (const Finding& finding : findings.targets)
    draw_square(picture, std::lround(finding.placed.range / radar.range_step()),
                static_cast<std::ptrdiff_t>(map.speeds / 2) - std::lround(finding.placed.speed / radar.speed_step()),
                finding.found ? kFound : kMissed);
  return picture;
}

}  // namespace gpufft::program

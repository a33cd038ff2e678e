// SPDX-License-Identifier: MIT
#include "daemon/feeds/spyserver/spy_pixels.h"

#include <algorithm>
#include <cmath>

#include "daemon/feeds/row_pixels.h"

namespace spectrumd::spy {

std::string spectrum_pixels(const Row& row, Detector detector, const Span& span, std::size_t count,
                            const PixelScale& scale) {
  constexpr double kTop = 255;
  std::string pixels;
  pixels.reserve(count);
  for (const Centibel level : row_pixels(row, detector, span, count)) {
    const double below_top = level == kNoLevel ? scale.range_db : scale.top_db - decibels(level);
    pixels += static_cast<char>(std::lround(std::clamp(kTop * (1 - below_top / scale.range_db), 0.0, kTop)));
  }
  return pixels;
}

}  // namespace spectrumd::spy

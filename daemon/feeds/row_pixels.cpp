// SPDX-License-Identifier: MIT
#include "daemon/feeds/row_pixels.h"

#include <algorithm>
#include <cmath>

#include "daemon/pipeline/view.h"

namespace spectrumd {
namespace {

constexpr std::size_t kFiner = 4;  // pieces of the row to a pixel: their edges differ

// The index of the piece at so many pieces from the first edge.
std::size_t index_at(double position, std::size_t pieces) {
  return static_cast<std::size_t>(std::clamp(std::floor(position), 0.0, static_cast<double>(pieces - 1)));
}

}  // namespace

std::vector<Centibel> row_pixels(const Row& row, Detector detector, const Span& span, std::size_t count) {
  std::vector<Centibel> pixels(count, kNoLevel);
  const Window window = window_of(row, row.bins(), {.from = span.from, .to = span.to, .bins = kFiner * count});
  const auto levels = levels_in(row, detector, window);
  if (levels.empty()) return pixels;
  const double width = (span.to.value - span.from.value) / static_cast<double>(count);
  const double piece = window.span.value / static_cast<double>(levels.size());
  const double start = window.center.value - window.span.value / 2, end = start + window.span.value;
  for (std::size_t i = 0; i < count; ++i) {
    const double from = span.from.value + static_cast<double>(i) * width, middle = from + width / 2;
    if (middle < start || middle >= end) continue;
    // Pieces whose middles are in the pixel, or the one around its own.
    const double first = std::ceil((from - start) / piece - 0.5),
                 last = std::ceil((from + width - start) / piece - 0.5);
    if (last - first < 1) {
      pixels[i] = levels[index_at((middle - start) / piece, levels.size())];
      continue;
    }
    for (std::size_t at = index_at(first, levels.size()); at <= index_at(last - 1, levels.size()); ++at)
      pixels[i] = std::max(pixels[i], levels[at]);
  }
  return pixels;
}

}  // namespace spectrumd

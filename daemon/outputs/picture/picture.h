// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "daemon/outputs/picture/axis_ticks.h"
#include "daemon/outputs/picture/level_plane.h"
#include "daemon/outputs/picture/png.h"

namespace spectrumd {

// What a picture shows, and how large.
struct PicturePlan {
  Time since, until;
  Hertz from, to;
  std::size_t columns = 1600, lines = 900;  // of pixels, without axes; together at most kMostPicturePixels
  Detector detector = Detector::Max;
  std::optional<LevelRange> range;  // of the colours; nullopt: from the noise to the strongest
  std::string station;              // first in the title
  double rbw_hz = 0;                // 0: unknown
  std::string_view unit = "dBFS";   // of the levels; outlives the picture
};
inline constexpr std::size_t kMostPicturePixels = std::size_t{4} << 20;

// A PNG of a rectangle of time and frequency with axes, oldest time at the top; without data it is grey. Needs three
// bytes a pixel until it is written, whatever the number of rows. One thread; only the sink may block.
class Picture {
 public:
  // Throws std::invalid_argument if the plan is empty or too large.
  explicit Picture(const PicturePlan& plan);

  void add(const Row& row) { plane_.add(row); }  // in the order in which they were made

  void write(const ByteSink& sink) const;

  struct Place {
    std::size_t x = 0, y = 0;
  };
  Place place_of(Hertz frequency, Time time) const;  // the pixel of the PNG

 private:
  struct Layout {
    std::size_t scale, left, top, right, bottom;  // pixels; the font's magnification and the margins
  };
  Layout lay_out() const;
  void draw_levels(Sheet& sheet, const LevelRange& range) const;
  void draw_title(Sheet& sheet) const;
  void draw_frequencies(Sheet& sheet) const;
  void draw_times(Sheet& sheet) const;
  void draw_scale(Sheet& sheet, const LevelRange& range) const;

  const PicturePlan plan_;
  LevelPlane plane_;
  const std::vector<TimeTick> times_;
  const Layout layout_;
};

}  // namespace spectrumd
